import type { Phase } from '../../../src/engine/assessment/impact.ts'
import type { AttributeStatus as Status } from '../../../src/engine/figures/attribute.ts'
import { Component } from '../../../src/engine/parts/component.ts'
import { contributionsOf, type Contribution as EngineContribution } from '../../../src/engine/readings/contributions.ts'
import { type Quality as EngineQuality, qualityOf } from '../../../src/engine/readings/quality.ts'
import { builder } from '../../builder.ts'
import { fieldCost } from '../../field-cost.ts'
import { AttributeStatus } from '../attribute.ts'
import { ImpactFigure, PhaseEnum } from '../impact.ts'
import { notedGraph } from './reading.ts'
import { GRAPH_COST, readingFields } from './reading-fields.ts'

/** Parts of a figure of one asset, as far as its cost goes. */
const USUAL_PARTS = 10

const Contribution = builder.objectRef<EngineContribution>('Contribution').implement({
  description: 'What a part adds to a figure.',
  fields: (t) => ({
    component: t.exposeString('component', {
      description:
        "CPU-1, or OTHER: what other_consumption_ratio adds; DEVICE: the power or the factor of the device as such; FACILITY: the data centre's part of the energy; BUILDING.",
    }),
    phase: t.field({ type: PhaseEnum, description: 'In which phase.', resolve: ({ phase }) => phase as Phase }),
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

builder.objectFields(ImpactFigure, (t) => ({
  ...readingFields(t as never),
  contributions: t.field({
    type: [Contribution],
    description:
      'The parts of it, component by component and phase by phase; they add up to it. Equal parts of a fleet are one.',
    extensions: fieldCost({ listSize: () => USUAL_PARTS, cost: () => GRAPH_COST }),
    resolve: (figure, _, context) => {
      const { of } = figure.impact
      return contributionsOf(notedGraph(figure, context), figure.phase, of instanceof Component ? of.label : 'DEVICE')
    },
  }),
  quality: t.field({
    type: Quality,
    description: 'How good the inputs are that it stands on.',
    extensions: fieldCost({ cost: () => 2 * GRAPH_COST }),
    resolve: (figure, _, context) =>
      qualityOf(notedGraph(figure, context), yearOf(context.releases.newest.id), context.work),
  }),
}))

/** The year of a release: 2026 of 2026.11. */
function yearOf(release: string): number {
  return Number(/^\d{4}/.exec(release)?.[0] ?? 2026)
}
