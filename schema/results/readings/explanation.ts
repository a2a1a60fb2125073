import { sourcesIn } from '../../../src/catalogue/sources-in.ts'
import { spreadsOf, uncertaintiesOf } from '../../../src/catalogue/spreads.ts'
import {
  PEDIGREE_INDICATORS,
  type Source as SourceRow,
  type Tables,
  type Uncertainty,
} from '../../../src/catalogue/tables.ts'
import {
  type ExplanationNode as EngineNode,
  explain,
  explanationText,
  type ExplanationOperand as Operand,
} from '../../../src/engine/readings/explanation.ts'
import type { InputDistribution as EngineInputDistribution } from '../../../src/engine/readings/sampling/input-distribution.ts'
import type { Direction as EngineDirection } from '../../../src/engine/values/formula.ts'
import type { Leaf } from '../../../src/engine/values/leaf.ts'
import type { Estimate } from '../../../src/engine/values/range.ts'
import { OverrideInput } from '../../../src/input/reading-input.ts'
import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { ASSET_COST, fieldCost } from '../../field-cost.ts'
import { enumType, inputType } from '../../inputs/input-type.ts'
import { AttributeStatus } from '../attribute.ts'
import { DistributionKind } from './distribution.ts'
import { notedGraph, type Readable, tablesOfFigure } from './reading.ts'
import { MOST_OVERRIDES, whatIfOverrides } from './what-if.ts'

/** Nodes that a figure of one asset has, as far as its cost goes; and operands of a node. */
const USUAL_NODES = 40
const USUAL_OPERANDS = 3

const Direction = enumType<EngineDirection>('Direction', 'How a formula follows an operand.', {
  RISING: 'It rises with it: its min is at the min of the operand.',
  FALLING: 'It falls with it: its min is at the max of the operand.',
})

const ExplanationOperand = builder.objectRef<Operand>('ExplanationOperand').implement({
  description: 'What a symbol of a formula stands for.',
  fields: (t) => ({
    symbol: t.exposeString('symbol', { description: 'The symbol, as the formula has it.' }),
    node: t.exposeString('node', { description: 'The `leaf` of the node that it stands for.' }),
    direction: t.expose('direction', { type: Direction, description: 'Whether the node rises or falls with it.' }),
  }),
})

const InputDistribution = builder.objectRef<EngineInputDistribution>('InputDistribution').implement({
  description: 'How an input is distributed.',
  fields: (t) => {
    const inUnit = 'in the unit of the input'
    return {
      kind: t.expose('kind', { type: DistributionKind, description: 'Which distribution.' }),
      min: t.exposeFloat('min', { nullable: true, description: `The smallest, ${inUnit}.` }),
      mode: t.exposeFloat('mode', { nullable: true, description: `The most likely, ${inUnit}.` }),
      max: t.exposeFloat('max', { nullable: true, description: `The largest, ${inUnit}.` }),
      rows: t.expose('rows', {
        type: ['Float'],
        nullable: true,
        description: `Of ROWS what is drawn from, ${inUnit}.`,
        extensions: fieldCost({ listSize: () => 20 }),
      }),
      rowsId: t.exposeID('rowsId', { nullable: true, description: 'Inputs with one rowsId draw the same row.' }),
      gsd2: t.exposeFloat('gsd2', {
        nullable: true,
        description: 'The squared geometric standard deviation that it is multiplied by, a ratio of 1 or more.',
      }),
    }
  },
})

const Source = builder.objectRef<SourceRow>('Source').implement({
  description: 'A public document that figures come from.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title.' }),
    publisher: t.exposeString('publisher', { nullable: true, description: 'Who published it.' }),
    url: t.exposeString('url', { nullable: true, description: 'Its address.' }),
    licence: t.exposeString('licence', {
      nullable: true,
      description: 'The terms on which its figures may be passed on.',
    }),
    year: t.exposeString('year', { nullable: true, description: 'The year, or the years, that it is of.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'A remark: what it covers, or which figures come from it.',
    }),
  }),
})

/** A node with the tables of the release that it is of; and of an input, what it is. */
interface ExplainedNode extends EngineNode {
  readonly tables: Tables
  readonly of: Leaf | undefined
}

/** Sources that one figure names. */
const USUAL_SOURCES = 2

/** Why a spread is what it is: `one generic device (reliability 2, completeness 3; https://doi.org/...)`. */
function reasonOf({ note, scores, source }: Uncertainty): string | undefined {
  const scored = PEDIGREE_INDICATORS.flatMap((each) => (scores[each] === undefined ? [] : `${each} ${scores[each]}`))
  const basis = [scored.join(', '), source ?? ''].filter((each) => each !== '').join('; ')
  if (note === undefined) return basis === '' ? undefined : basis
  return basis === '' ? note : `${note} (${basis})`
}

const ExplanationNode = builder.objectRef<ExplainedNode>('ExplanationNode').implement({
  description: 'An input of a figure, or a formula of nodes before it.',
  fields: (t) => ({
    leaf: t.exposeString('leaf', {
      description: 'Its id, the same in all releases: electricity.FRA.gwp. Of a formula its name, numbered.',
    }),
    label: t.exposeString('label', { description: 'The same for people.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the formula; null of an input.' }),
    formula: t.exposeString('formula', {
      nullable: true,
      description:
        'The formula: numbers, symbols, + - * / ( ), min, max, ln, exp, sqrt, pow, ceil, and figures(x, n) for n digits, ties to even. Null of an input.',
    }),
    operands: t.expose('operands', {
      type: [ExplanationOperand],
      description: 'What its symbols stand for; empty of an input.',
      extensions: fieldCost({ listSize: () => USUAL_OPERANDS }),
    }),
    value: t.exposeFloat('value', { description: 'Its value, in the unit of the node, unrounded.' }),
    min: t.exposeFloat('min', { description: 'The smallest it may be, in the unit of the node.' }),
    max: t.exposeFloat('max', { description: 'The largest it may be, in the unit of the node.' }),
    unit: t.exposeString('unit', { nullable: true, description: 'The unit, where it has one.' }),
    status: t.expose('status', {
      type: AttributeStatus,
      nullable: true,
      description: 'Where the value of an input comes from.',
    }),
    source: t.exposeString('source', { nullable: true, description: 'Where an input was published.' }),
    sources: t.field({
      type: [Source],
      description: 'The documents that `source` names, with their years and licences; none of what was given.',
      extensions: fieldCost({ listSize: () => USUAL_SOURCES }),
      resolve: ({ source, tables }) => sourcesIn(tables)(source),
    }),
    spreadReason: t.string({
      nullable: true,
      description:
        'Why its spread is what it is: the note, the pedigree scores from 1 (best) to 5, and their source. Null without a spread.',
      resolve: ({ of, tables }) => {
        const row = of && uncertaintiesOf(tables)(of)
        return row && reasonOf(row)
      },
    }),
    distribution: t.expose('distribution', {
      type: InputDistribution,
      nullable: true,
      description: 'How an input is sampled.',
    }),
  }),
})

const ReplayedFigure = builder.objectRef<Estimate>('ReplayedFigure').implement({
  description: 'A figure, computed again with other inputs.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Its value, in the unit of the figure, unrounded.' }),
    min: t.exposeFloat('min', { description: 'The smallest it may be, in the unit of the figure.' }),
    max: t.exposeFloat('max', { description: 'The largest it may be, in the unit of the figure.' }),
  }),
})

export const Explanation = builder.objectRef<Readable>('Explanation').implement({
  description: 'How a figure is computed: evaluate the nodes in their order to get it.',
  fields: (t) => ({
    nodes: t.field({
      type: [ExplanationNode],
      description: 'Inputs and formulas, operands before what uses them; the last is the figure, unrounded.',
      extensions: fieldCost({ listSize: () => USUAL_NODES }),
      resolve: nodesOf,
    }),
    text: t.string({
      description: 'The same for people: a line for each quantity, with numbers and units.',
      extensions: fieldCost({ cost: () => USUAL_NODES }),
      resolve: (figure, _, context) => explanationText(nodesOf(figure, _, context)),
    }),
    whatIf: t.field({
      type: ReplayedFigure,
      description:
        'The figure with some inputs replaced. By `leaf`, all else is equal. By `path`, the input is changed there and completed anew.',
      extensions: fieldCost({ listSize: () => 1, cost: () => USUAL_NODES + ASSET_COST }),
      args: {
        overrides: t.arg({
          type: [inputType(OverrideInput)],
          required: true,
          description: `Inputs by their ids or their places, each once; at most ${MOST_OVERRIDES} of them.`,
        }),
      },
      resolve: (figure, { overrides }, context) => whatIfOverrides(figure, overrides as readonly unknown[], context),
    }),
  }),
})

function nodesOf(figure: Readable, _: unknown, context: Context): readonly ExplainedNode[] {
  const tables = tablesOfFigure(figure, context)
  const graph = notedGraph(figure, context)
  return explain(graph, figure.unit, spreadsOf(tables)).map((node, index) => {
    const noted = graph.nodes[index]
    return { ...node, tables, of: noted !== undefined && 'id' in noted ? noted.leaf : undefined }
  })
}
