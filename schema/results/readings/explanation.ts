import type { Direction as EngineDirection } from '../../../src/engine/figures/formula.ts'
import { Estimate } from '../../../src/engine/figures/range.ts'
import {
  type ExplanationNode as EngineNode,
  explain,
  explanationText,
  type ExplanationOperand as Operand,
} from '../../../src/engine/readings/explanation.ts'
import type { InputDistribution as EngineInputDistribution } from '../../../src/engine/readings/sampling/input-distribution.ts'
import { whatIf } from '../../../src/engine/readings/what-if.ts'
import { FaultError } from '../../../src/input/fault.ts'
import { OverrideInput } from '../../../src/input/override-input.ts'
import { nearestNames } from '../../../src/reference/matching/nearest-names.ts'
import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { fieldCost } from '../../field-cost.ts'
import { enumType } from '../../inputs/enum-type.ts'
import { inputType } from '../../inputs/input-type.ts'
import { AttributeStatus } from '../attribute.ts'
import { DistributionKind } from './distribution.ts'
import { notedGraph, type Readable, spreadsOfFigure } from './reading.ts'

/** Nodes that a figure of one asset has, as far as its cost goes; and operands of a node. */
const USUAL_NODES = 40
const USUAL_OPERANDS = 3
const MOST_OVERRIDES = 100

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

const ExplanationNode = builder.objectRef<EngineNode>('ExplanationNode').implement({
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
        'The formula: numbers, symbols, + - * / ( ), min, max, ln, exp, sqrt, pow, and figures(x, n) for n digits, ties to even. Null of an input.',
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
  description: 'How a figure is computed: evaluate the nodes in order to get it.',
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
      description: 'The figure with some inputs replaced, all else equal: attributes are not completed anew.',
      extensions: fieldCost({ listSize: () => 1, cost: () => USUAL_NODES }),
      args: {
        overrides: t.arg({
          type: [inputType(OverrideInput)],
          required: true,
          description: `Inputs by their ids, each once; at most ${MOST_OVERRIDES} of them.`,
        }),
      },
      resolve: (figure, { overrides }, context) => {
        const graph = notedGraph(figure, context)
        context.work.spend(REPLAYING, graph.nodes.length)
        const given = overridesOf(overrides as readonly unknown[], graph, context)
        const result = whatIf(graph, given)
        if (![result.value, result.min, result.max].every(Number.isFinite)) {
          throw fault(['overrides'], 'expected numbers that the figure can be computed from', 'INVALID_VALUE')
        }
        return result
      },
    }),
  }),
})

/** Steps that a node takes to be computed again. */
const REPLAYING = 50

function nodesOf(figure: Readable, _: unknown, context: Context): readonly EngineNode[] {
  return explain(notedGraph(figure, context), figure.unit, spreadsOfFigure(figure, context))
}

function overridesOf(
  overrides: readonly unknown[],
  { nodes }: ReturnType<typeof notedGraph>,
  { check }: Context,
): ReadonlyMap<string, Estimate> {
  if (overrides.length > MOST_OVERRIDES) {
    throw fault(['overrides'], `expected at most ${MOST_OVERRIDES} overrides`, 'TOO_BIG')
  }
  const leaves = new Set(nodes.flatMap((node) => ('id' in node ? [node.id] : [])))
  return new Map(
    overrides.map((given, index): [string, Estimate] => {
      const { leaf, value, min = value, max = value } = check(OverrideInput, given, ['overrides', index])
      if (!leaves.has(leaf)) {
        const nearest = nearestNames(leaf, [...leaves])
        const message = `${leaf} is no input of this figure${nearest.length > 0 ? `; did you mean ${nearest.join(', ')}?` : ''}`
        throw new FaultError([{ path: ['overrides', index, 'leaf'], message, code: 'NOT_FOUND', value: leaf, nearest }])
      }
      return [leaf, new Estimate(value, min, max)]
    }),
  )
}

function fault(path: readonly string[], message: string, code: string): FaultError {
  return new FaultError([{ path, message, code }])
}
