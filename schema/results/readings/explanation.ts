import { type Origin, originsIn } from '../../../src/catalogue/origins.ts'
import { perObject } from '../../../src/catalogue/per-object.ts'
import { spreadsOf } from '../../../src/catalogue/spreads.ts'
import type { Source as SourceRow, Tables } from '../../../src/catalogue/tables.ts'
import { ImpactFigure, type Phase } from '../../../src/engine/assessment/impact.ts'
import { Component } from '../../../src/engine/components/component.ts'
import {
  type ExplanationNode as EngineNode,
  explain,
  explanationText,
  type ExplanationOperand as Operand,
} from '../../../src/engine/readings/explanation.ts'
import type { InputDistribution as EngineInputDistribution } from '../../../src/engine/readings/sampling/input-distribution.ts'
import type { Direction as EngineDirection } from '../../../src/engine/values/formula.ts'
import type { Leaf } from '../../../src/engine/values/leaf.ts'
import { OverrideInput } from '../../../src/input/reading-input.ts'
import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { ASSET_COST, fieldCost } from '../../field-cost.ts'
import { enumType, inputType } from '../../inputs/input-type.ts'
import { AttributeStatus } from '../attribute.ts'
import { PhaseEnum } from '../phase.ts'
import { WARNINGS } from '../warning.ts'
import { DistributionKind } from './distribution.ts'
import { notedGraph, type Readable, tablesOfFigure } from './reading.ts'
import { MOST_OVERRIDES, type ReplayedFigure as Replayed, whatIfOverrides } from './what-if.ts'

/** Assumed nodes of a figure of one asset, for costs; below, operands of a node. */
const USUAL_NODES = 40
const USUAL_OPERANDS = 3

const Direction = enumType<EngineDirection>(
  'Direction',
  'Whether the result of a formula rises or falls with an operand.',
  {
    RISING: 'The result rises with the operand. It is lowest at the `min` of the operand.',
    FALLING: 'The result falls as the operand rises. It is lowest at the `max` of the operand.',
  },
)

const ExplanationOperand = builder.objectRef<Operand>('ExplanationOperand').implement({
  description: 'A symbol of a formula and its node.',
  fields: (t) => ({
    symbol: t.exposeString('symbol', { description: 'Symbol in the formula.' }),
    node: t.exposeString('node', { description: '`leaf` of the node that the symbol stands for.' }),
    direction: t.expose('direction', {
      type: Direction,
      description: 'Whether the result rises or falls with the operand.',
    }),
  }),
})

const InputDistribution = builder.objectRef<EngineInputDistribution>('InputDistribution').implement({
  description: 'Probability distribution of an input.',
  fields: (t) => {
    const inUnit = 'in the unit of the input'
    return {
      kind: t.expose('kind', { type: DistributionKind, description: 'Kind of distribution.' }),
      min: t.exposeFloat('min', { nullable: true, description: `Lower bound, ${inUnit}.` }),
      mode: t.exposeFloat('mode', { nullable: true, description: `Most likely value, ${inUnit}.` }),
      max: t.exposeFloat('max', { nullable: true, description: `Upper bound, ${inUnit}.` }),
      rows: t.expose('rows', {
        type: ['Float'],
        nullable: true,
        description: `Values to draw from with ROWS, ${inUnit}.`,
        extensions: fieldCost({ listSize: () => 20 }),
      }),
      rowsId: t.exposeID('rowsId', {
        nullable: true,
        description: 'Id of the rows. Inputs with the same id draw the same row.',
      }),
      figures: t.exposeInt('figures', {
        nullable: true,
        description: 'With LOGNORMAL, the number of published figures between the bounds.',
      }),
      gsd2: t.exposeFloat('gsd2', {
        nullable: true,
        description: 'Squared geometric standard deviation of the lognormal factor, a ratio of 1 or more.',
      }),
      spreadId: t.exposeID('spreadId', {
        nullable: true,
        description:
          'Id of the lognormal factor. Inputs with the same id draw the same factor, such as configurations of one model. Null for a factor of its own.',
      }),
    }
  },
})

const Source = builder.objectRef<SourceRow>('Source').implement({
  description: 'A public source of figures.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the source.' }),
    publisher: t.exposeString('publisher', { nullable: true, description: 'Publisher of the source.' }),
    url: t.exposeString('url', { nullable: true, description: 'Address of the source.' }),
    licence: t.exposeString('licence', {
      nullable: true,
      description: 'Licence or terms for passing the figures on.',
    }),
    year: t.exposeString('year', { nullable: true, description: 'Year or years of the data.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Note on what the source covers, or which figures come from it.',
    }),
  }),
})

/** A node with the tables of its release and, for an input, its leaf. */
interface ExplainedNode extends EngineNode {
  readonly tables: Tables
  readonly of: Leaf | undefined
}

const originOf: (node: ExplainedNode) => Origin = perObject((node) => originsIn(node.tables)(node.of, node))

/** Assumed sources of one figure. */
const USUAL_SOURCES = 2

const ExplanationNode = builder.objectRef<ExplainedNode>('ExplanationNode').implement({
  description: 'A node of an explanation: an input, or a formula of earlier nodes.',
  fields: (t) => ({
    leaf: t.exposeString('leaf', {
      description:
        'Id of the input, the same in all releases: electricity.FRA.gwp. For a formula, its name with a number.',
    }),
    label: t.exposeString('label', { description: 'Human-readable label.' }),
    component: t.exposeString('component', {
      nullable: true,
      description:
        'Component that the node is about, as in `contributions`: CPU-1, OTHER, FACILITY or BUILDING. Null for the whole asset, and for a node of several components.',
    }),
    phase: t.field({
      type: PhaseEnum,
      nullable: true,
      description: 'Phase that the node is about. Null for a total, and for a node of several phases.',
      resolve: ({ phase }) => (phase as Phase | undefined) ?? null,
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the formula. Null for an input.' }),
    formula: t.exposeString('formula', {
      nullable: true,
      description:
        'Formula: numbers, symbols, + - * / ( ), min, max, ln, exp, sqrt, pow, ceil, and figures(x, n), which rounds x to n significant digits, ties to even. Null for an input.',
    }),
    operands: t.expose('operands', {
      type: [ExplanationOperand],
      description: 'Operands of the formula. Empty for an input.',
      extensions: fieldCost({ listSize: () => USUAL_OPERANDS }),
    }),
    value: t.exposeFloat('value', { description: 'Value, in the unit of the node, unrounded.' }),
    min: t.exposeFloat('min', { description: 'Lower bound, in the unit of the node.' }),
    max: t.exposeFloat('max', { description: 'Upper bound, in the unit of the node.' }),
    unit: t.exposeString('unit', { nullable: true, description: 'Unit of the value, if it has one.' }),
    status: t.expose('status', {
      type: AttributeStatus,
      nullable: true,
      description: 'Origin of the value of an input.',
    }),
    source: t.exposeString('source', { nullable: true, description: 'Source of an input.' }),
    sources: t.field({
      type: [Source],
      description: 'Documents behind `source` and `method`, with their years and licences. Empty for your own inputs.',
      extensions: fieldCost({ listSize: () => USUAL_SOURCES }),
      resolve: (node) => originOf(node).sources,
    }),
    method: t.string({
      nullable: true,
      description:
        'How an input was determined, and the characterisation method of a factor with its version. Null for your own inputs.',
      resolve: (node) => originOf(node).method ?? null,
    }),
    spreadReason: t.string({
      nullable: true,
      description:
        'Reason why the input has a spread, or why it has none. It can have a note, and pedigree scores from 1 (best) to 5 with their source. Null if no reason is known.',
      resolve: (node) => originOf(node).spreadReason ?? null,
    }),
    distribution: t.expose('distribution', {
      type: InputDistribution,
      nullable: true,
      description: 'Probability distribution of an input.',
    }),
  }),
})

const ReplayedFigure = builder.objectRef<Replayed>('ReplayedFigure').implement({
  description: 'A figure recomputed with other inputs.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Value, in the unit of the figure, unrounded.' }),
    min: t.exposeFloat('min', { description: 'Lower bound, in the unit of the figure.' }),
    max: t.exposeFloat('max', { description: 'Upper bound, in the unit of the figure.' }),
    warnings: t.field({
      ...WARNINGS,
      description:
        'Warnings about the changed input, and PHASES_DIFFER if the figure covers other phases than before. Empty unless an override has a `path`.',
    }),
  }),
})

export const Explanation = builder.objectRef<Readable>('Explanation').implement({
  description: 'Explanation of a figure. Evaluate the nodes in their order to compute it.',
  fields: (t) => ({
    nodes: t.field({
      type: [ExplanationNode],
      description:
        'Inputs and formulas. Operands come before the nodes that use them, and the last node is the unrounded figure.',
      extensions: fieldCost({ listSize: () => USUAL_NODES }),
      resolve: nodesOf,
    }),
    text: t.string({
      description: 'Human-readable explanation: a line for each quantity, with numbers and units.',
      extensions: fieldCost({ cost: () => USUAL_NODES }),
      resolve: (figure, _, context) => explanationText(nodesOf(figure, _, context)),
    }),
    whatIf: t.field({
      type: ReplayedFigure,
      description:
        'The figure with some inputs replaced. An override by `leaf` leaves all other inputs as they are. An override by `path` changes that field of your input, and the service fills in all missing values again.',
      extensions: fieldCost({ listSize: () => 1, cost: () => USUAL_NODES + ASSET_COST }),
      args: {
        overrides: t.arg({
          type: [inputType(OverrideInput)],
          required: true,
          description: `Inputs to replace, by id or path, each once. At most ${MOST_OVERRIDES}.`,
        }),
      },
      resolve: (figure, { overrides }, context) => whatIfOverrides(figure, overrides as readonly unknown[], context),
    }),
  }),
})

function nodesOf(figure: Readable, _: unknown, context: Context): readonly ExplainedNode[] {
  const tables = tablesOfFigure(figure, context)
  const graph = notedGraph(figure, context)
  return explain(graph, explainedOf(figure), spreadsOf(tables)).map((node, index) => {
    const noted = graph.nodes[index]
    return { ...node, tables, of: noted !== undefined && 'id' in noted ? noted.leaf : undefined }
  })
}

/** A figure of a component is of that component alone. */
function explainedOf(figure: Readable) {
  if (!(figure instanceof ImpactFigure)) return figure
  const { unit, phase, impact } = figure
  return { unit, phase, component: impact.of instanceof Component ? impact.of.label : undefined }
}
