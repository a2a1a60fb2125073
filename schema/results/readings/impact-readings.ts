import { computedFor } from '../../../src/engine/assessment/computed-for.ts'
import { type ImpactFigure as EngineFigure, type Phase, STAGES } from '../../../src/engine/assessment/impact.ts'
import { Component } from '../../../src/engine/components/component.ts'
import {
  contributionsOf,
  type Contribution as EngineContribution,
  type StageContribution as EngineStageContribution,
  stagesOf,
} from '../../../src/engine/readings/contributions.ts'
import { type Quality as EngineQuality, qualityOf } from '../../../src/engine/readings/quality.ts'
import type { AttributeStatus as Status } from '../../../src/engine/values/attribute.ts'
import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { fieldCost } from '../../field-cost.ts'
import { AttributeStatus } from '../attribute.ts'
import { Impact, ImpactFigure, PhaseEnum } from '../impact.ts'
import { notedGraph, scopeOfSubject } from './reading.ts'
import { GRAPH_COST, readingFields, StageEnum } from './reading-fields.ts'

/** Parts of a figure of one asset, as far as its cost goes. */
const USUAL_PARTS = 10

const Contribution = builder.objectRef<EngineContribution>('Contribution').implement({
  description: 'What a part adds to a figure.',
  fields: (t) => ({
    component: t.exposeString('component', {
      description:
        "CPU-1, OTHER (what other_consumption_ratio adds), DEVICE (the power or the factor of the whole device), FACILITY (the data centre's part of the energy) or BUILDING.",
    }),
    phase: t.field({ type: PhaseEnum, description: 'In which phase.', resolve: ({ phase }) => phase as Phase }),
    stage: t.expose('stage', {
      type: StageEnum,
      description: 'In which stage of life: transport and end of life of a device are contributions of DEVICE.',
    }),
    value: t.exposeFloat('value', { description: 'What it adds, in the unit of the figure, unrounded.' }),
    share: t.exposeFloat('share', { description: 'The same as a part of the figure: a ratio.' }),
  }),
})

const StageContribution = builder.objectRef<EngineStageContribution>('StageContribution').implement({
  description: 'What a stage of life adds to a figure.',
  fields: (t) => ({
    stage: t.expose('stage', { type: StageEnum, description: 'Which stage.' }),
    value: t.exposeFloat('value', { description: 'What it adds, in the unit of the figure, unrounded.' }),
    share: t.exposeFloat('share', { description: 'The same as a part of the figure: a ratio.' }),
  }),
})

const StatusShare = builder.objectRef<{ readonly status: Status; readonly share: number }>('StatusShare').implement({
  description: 'How much of a figure stands on inputs of a status.',
  fields: (t) => ({
    status: t.expose('status', { type: AttributeStatus, description: 'Where the inputs come from.' }),
    share: t.exposeFloat('share', { description: 'Sum of their weights, 0 to 1.' }),
  }),
})

const Quality = builder.objectRef<EngineQuality>('Quality').implement({
  description: 'How good the inputs of a figure are, each by how much the figure follows it.',
  fields: (t) => ({
    shares: t.expose('shares', {
      type: [StatusShare],
      description: 'By status; the shares add up to 1.',
      extensions: fieldCost({ listSize: () => 5 }),
    }),
    dataQualityRating: t.exposeFloat('dataQualityRating', {
      description:
        'A ratio of 1 (best) to 5: the weighted mean of the scores of the inputs (precision, time, geography, technology).',
    }),
  }),
})

builder.objectFields(Impact, (t) => ({
  computedFor: t.string({
    description:
      'What it was computed for, in one sentence: duration, place, boundary, load and data release. `(assumed)`: the place was not given.',
    resolve: ({ of, span }, _, context) => computedFor(span, scopeOfSubject(of, context).release.label, of.usages),
  }),
}))

builder.objectFields(ImpactFigure, (t) => ({
  ...readingFields(t as never),
  contributions: t.field({
    type: [Contribution],
    description:
      'The parts of it, component by component and stage by stage; they add up to it. Equal parts of a fleet are one.',
    extensions: fieldCost({ listSize: () => USUAL_PARTS, cost: () => GRAPH_COST }),
    resolve: (figure, _, context) => contributionsOfFigure(figure, context),
  }),
  stages: t.field({
    type: [StageContribution],
    description:
      'The same by stage of life, in the order of a life; they add up to it. Stages without a figure are left out.',
    extensions: fieldCost({ listSize: () => STAGES.length, cost: () => GRAPH_COST }),
    resolve: (figure, _, context) => stagesOf(contributionsOfFigure(figure, context)),
  }),
  quality: t.field({
    type: Quality,
    description: 'How good the inputs are that it stands on.',
    extensions: fieldCost({ cost: () => 2 * GRAPH_COST }),
    resolve: (figure, _, context) =>
      qualityOf(notedGraph(figure, context), yearOf(context.releases.newest.id), context.work),
  }),
}))

function contributionsOfFigure(figure: EngineFigure, context: Context): readonly EngineContribution[] {
  const { of } = figure.impact
  return contributionsOf(notedGraph(figure, context), figure.phase, of instanceof Component ? of.label : 'DEVICE')
}

/** The year of a release: 2026 of 2026.11. */
function yearOf(release: string): number {
  return Number(/^\d{4}/.exec(release)?.[0] ?? 2026)
}
