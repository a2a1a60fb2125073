import { yearOf } from '../../../src/catalogue/releases.ts'
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
import { Impact, ImpactFigure } from '../impact.ts'
import { PhaseEnum } from '../phase.ts'
import { GRAPH_COST, readingFields, StageEnum } from './figure-readings.ts'
import { notedGraph, scopeOfSubject } from './reading.ts'

/** Assumed parts of a figure of one asset, for costs. */
const USUAL_PARTS = 10

const Contribution = builder.objectRef<EngineContribution>('Contribution').implement({
  description: 'Contribution of a component or stage to a figure.',
  fields: (t) => ({
    component: t.exposeString('component', {
      description:
        "Name of the part: CPU-1, OTHER (the rest of the server, or what `otherConsumptionRatio` adds), DEVICE (power or factor of the whole device), FACILITY (data centre's share of the energy) or BUILDING.",
    }),
    phase: t.field({ type: PhaseEnum, description: 'Phase of the impact.', resolve: ({ phase }) => phase as Phase }),
    stage: t.expose('stage', {
      type: StageEnum,
      description: 'Life-cycle stage. Transport and end of life of a device are contributions of DEVICE.',
    }),
    value: t.exposeFloat('value', { description: 'Contribution, in the unit of the figure, unrounded.' }),
    share: t.exposeFloat('share', { description: 'Share of the figure, a ratio.' }),
  }),
})

const StageContribution = builder.objectRef<EngineStageContribution>('StageContribution').implement({
  description: 'Contribution of a life-cycle stage to a figure.',
  fields: (t) => ({
    stage: t.expose('stage', { type: StageEnum, description: 'Life-cycle stage.' }),
    value: t.exposeFloat('value', { description: 'Contribution, in the unit of the figure, unrounded.' }),
    share: t.exposeFloat('share', { description: 'Share of the figure, a ratio.' }),
  }),
})

const StatusShare = builder.objectRef<{ readonly status: Status; readonly share: number }>('StatusShare').implement({
  description: 'Share of a figure that depends on inputs of one status.',
  fields: (t) => ({
    status: t.expose('status', { type: AttributeStatus, description: 'Status of the inputs.' }),
    share: t.exposeFloat('share', { description: 'Sum of the weights of these inputs, 0 to 1.' }),
  }),
})

const Quality = builder.objectRef<EngineQuality>('Quality').implement({
  description: 'Data quality of a figure. Inputs are weighted by their effect on the figure.',
  fields: (t) => ({
    shares: t.expose('shares', {
      type: [StatusShare],
      description: 'Shares by status. They add up to 1.',
      extensions: fieldCost({ listSize: () => 5 }),
    }),
    dataQualityRating: t.exposeFloat('dataQualityRating', {
      description:
        'Data quality rating, a ratio from 1 (best) to 5: the weighted mean of the scores of the inputs (precision, time, geography, technology).',
    }),
  }),
})

builder.objectFields(Impact, (t) => ({
  computedFor: t.string({
    description:
      'Scope of the figure in one sentence: duration, place, boundary, load and data release. `(assumed)` marks a place that you did not give.',
    resolve: ({ of, span }, _, context) =>
      computedFor(span, scopeOfSubject(of, context).release.label, of.usagesOver(span)),
  }),
}))

builder.objectFields(ImpactFigure, (t) => ({
  ...readingFields(t as never),
  contributions: t.field({
    type: [Contribution],
    description:
      'Contributions by component and stage. They add up to the figure. Equal parts of a fleet are combined.',
    extensions: fieldCost({ listSize: () => USUAL_PARTS, cost: () => GRAPH_COST }),
    resolve: (figure, _, context) => contributionsOfFigure(figure, context),
  }),
  stages: t.field({
    type: [StageContribution],
    description:
      'Contributions by life-cycle stage, in the order of the life cycle. They add up to the figure. Stages without a figure are left out.',
    extensions: fieldCost({ listSize: () => STAGES.length, cost: () => GRAPH_COST }),
    resolve: (figure, _, context) => stagesOf(contributionsOfFigure(figure, context)),
  }),
  quality: t.field({
    type: Quality,
    description: 'Quality of the inputs of the figure.',
    extensions: fieldCost({ cost: () => 2 * GRAPH_COST }),
    resolve: (figure, _, context) =>
      qualityOf(notedGraph(figure, context), yearOf(context.releases.newest.id), context.work),
  }),
}))

function contributionsOfFigure(figure: EngineFigure, context: Context): readonly EngineContribution[] {
  const { of } = figure.impact
  return contributionsOf(notedGraph(figure, context), figure.phase, of instanceof Component ? of.label : 'DEVICE')
}
