import type { AttributeStatus } from '../values/attribute.ts'
import type { Direction } from '../values/formula.ts'
import { partsOfNodes } from './contributions.ts'
import type { FormulaNode, Graph, GraphNode } from './graph.ts'
import { leafLabel } from './leaf-label.ts'
import { type InputDistribution, inputDistribution, type SpreadOf } from './sampling/input-distribution.ts'

/** What a symbol of a formula stands for, and whether the result rises or falls with it. */
export interface ExplanationOperand {
  readonly symbol: string
  /** The `leaf` of the node behind the symbol. */
  readonly node: string
  readonly direction: Direction
}

/** A quantity behind a figure: an input, or a formula of earlier nodes. */
export interface ExplanationNode {
  /** The id of an input, or the name of the formula, numbered from the second of that name. */
  readonly leaf: string
  readonly label: string
  /** The component that it serves: `CPU-1`. Undefined for the whole thing and for several components. */
  readonly component: string | undefined
  /** EMBEDDED, USE or BUILDING. Undefined for a total, for several phases and for quantities without phases. */
  readonly phase: string | undefined
  readonly name: string | undefined
  readonly formula: string | undefined
  readonly operands: readonly ExplanationOperand[]
  readonly value: number
  readonly min: number
  readonly max: number
  readonly unit: string | undefined
  readonly status: AttributeStatus | undefined
  readonly source: string | undefined
  readonly distribution: InputDistribution | undefined
}

/** What a figure is of: its unit, its phase or TOTAL, and its component if it is of one alone. */
interface Explained {
  readonly unit: string
  readonly phase?: string | undefined
  readonly component?: string | undefined
}

const wholeOf = ({ phase = '', component = '' }: Explained) => ({ component, phase: phase === 'TOTAL' ? '' : phase })

/** The nodes of a graph in order of evaluation, the figure last. */
export function explain(graph: Graph, of: Explained, spreadOf: SpreadOf): readonly ExplanationNode[] {
  const { nodes } = graph
  const { unit } = of
  const names = namesOf(nodes)
  const parts = partsOfNodes(graph, wholeOf(of))
  const made: ExplanationNode[] = []
  for (const [index, node] of nodes.entries()) {
    const { value, min, max } = node.quantity
    const { component, phase } = parts[index] ?? {}
    const named = { leaf: names[index] ?? '', component, phase, value, min, max }
    if ('id' in node) {
      const { quantity, leaf } = node
      made.push({
        ...named,
        label: leafLabel(leaf),
        name: undefined,
        formula: undefined,
        operands: [],
        unit: shownUnit(quantity.unit),
        status: quantity.status,
        source: quantity.source,
        distribution: inputDistribution(quantity, spreadOf(leaf)),
      })
    } else {
      const { formula } = node
      made.push({
        ...named,
        label: formula.name.replaceAll('_', ' '),
        name: formula.name,
        formula: formula.text,
        operands: operandsOf(node, nodes, names),
        unit:
          index === nodes.length - 1
            ? unit
            : shownUnit(formula.unitOf(...node.operands.map((operand) => made[operand]?.unit))),
        status: undefined,
        source: undefined,
        distribution: undefined,
      })
    }
  }
  return made
}

/** Spellings of the unit of a plain number in `/v1`. */
const NO_UNIT: ReadonlySet<string | undefined> = new Set(['1', '/1', 'ratio /1', 'none'])

/** Undefined for a plain number. `gb` becomes `GB`, so that a unit has one spelling in an explanation. */
function shownUnit(unit: string | undefined): string | undefined {
  if (NO_UNIT.has(unit)) return undefined
  return unit === 'gb' ? 'GB' : unit
}

function operandsOf(
  { formula, operands }: FormulaNode,
  nodes: readonly GraphNode[],
  names: readonly string[],
): readonly ExplanationOperand[] {
  const directions = formula.directions(operands.map((operand) => (nodes[operand] as GraphNode).quantity))
  return operands.map((operand, index) => ({
    symbol: formula.operands[index] ?? '',
    node: names[operand] ?? '',
    direction: directions[index] ?? 'RISING',
  }))
}

function namesOf(nodes: readonly GraphNode[]): readonly string[] {
  const counts = new Map<string, number>()
  return nodes.map((node) => {
    if ('id' in node) return node.id
    const { name } = node.formula
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}.${count}`
  })
}

/**
 * The explanation as text, a line per quantity: `use (USE) = electricity * energy = 0.38 * 10512 = 3994.6 kg CO2 eq.
 * (230 to 9600)`.
 */
export function explanationText(nodes: readonly ExplanationNode[]): string {
  const byName = new Map(nodes.map((node) => [node.leaf, node]))
  return nodes.map((node) => lineOf(node, byName)).join('\n')
}

function lineOf(node: ExplanationNode, byName: ReadonlyMap<string, ExplanationNode>): string {
  const { leaf, component, phase, formula, operands, value, min, max, unit, status, source } = node
  const bounds = min === max ? '' : ` (${shown(min)} to ${shown(max)})`
  const quantity = `${shown(value)}${unit === undefined ? '' : ` ${unit}`}${bounds}`
  if (formula === undefined) return `${leaf} = ${quantity} [${[status, source].filter(Boolean).join(': ')}]`
  const values = new Map(operands.map(({ symbol, node }) => [symbol, byName.get(node)?.value ?? 0]))
  const filled = formula.replaceAll(/[a-z_][a-z0-9_]*/g, (word) => {
    const known = values.get(word)
    if (known === undefined) return word
    return known < 0 ? `(${shown(known)})` : shown(known)
  })
  const where = operands.filter(({ symbol, node }) => symbol !== node).map(({ symbol, node }) => `${symbol}: ${node}`)
  const part = [component, phase].filter((each) => each !== undefined).join(', ')
  return `${leaf}${part && ` (${part})`} = ${formula} = ${filled} = ${quantity}${where.length > 0 ? `; ${where.join(', ')}` : ''}`
}

/** Five significant figures. */
function shown(value: number): string {
  return String(Number(value.toPrecision(5)))
}
