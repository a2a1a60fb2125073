import type { FormulaNode, Graph } from './graph.ts'

/** What a part adds to a figure: `CPU-1`, OTHER, DEVICE, FACILITY or BUILDING, in one phase. */
export interface Contribution {
  readonly component: string
  readonly phase: string
  readonly value: number
  /** Of the figure; 0 where that is 0. */
  readonly share: number
}

/** Symbols of a sum, by the phase that their terms are of. */
const PHASES: Readonly<Record<string, string>> = { embedded: 'EMBEDDED', use: 'USE', building: 'BUILDING' }
/** Symbols of a sum, by what their terms come from, where that is no component. */
const PARTS: Readonly<Record<string, string>> = { other: 'OTHER', facility: 'FACILITY', building: 'BUILDING' }
/** What is divided no further: other_consumption_ratio's part of a CPU is OTHER, the data centre's part of OTHER is FACILITY. */
const OUTSIDE = new Set(Object.values(PARTS))
const COMPONENT = /^(assembly|cpu|gpu|ram|ssd|hdd|power_supply|case|motherboard|functional_block)_(\d+)$/

/** Where on the way down from the figure a term stands. */
interface Branch {
  readonly component: string
  readonly phase: string
}

/**
 * The additive parts of a figure, component by component and phase by phase, which add up to it; those of equal parts of a
 * fleet are one. Sums are taken apart, and what a sum is multiplied by goes to each of its terms.
 * `phase`: the one that the figure is of; `component`: what it is of where no sum inside names one.
 */
export function contributionsOf(graph: Graph, phase: string, component = 'DEVICE'): readonly Contribution[] {
  const { nodes } = graph
  const total = nodes.at(-1)?.quantity.value ?? 0
  const parts = new Map<string, Branch & { value: number }>()
  const descend = (place: number, scale: number, branch: Branch): void => {
    const node = nodes[place]
    if (node === undefined) return
    if ('formula' in node && node.formula.isSum) {
      for (const [index, operand] of node.operands.entries()) {
        descend(operand, scale, branchOf(node.formula.operands[index] ?? '', branch))
      }
      return
    }
    const inside = 'formula' in node ? summedOperand(graph, node) : undefined
    if (inside !== undefined && 'formula' in node) {
      const { value } = (nodes[inside] as FormulaNode).quantity
      descend(inside, value === 0 ? 0 : (scale * node.quantity.value) / value, branch)
      return
    }
    const key = `${branch.component} ${branch.phase}`
    const known = parts.get(key)
    const value = node.quantity.value * scale
    if (known === undefined) parts.set(key, { ...branch, value })
    else known.value += value
  }
  descend(nodes.length - 1, 1, { component, phase })
  return Array.from(parts.values(), (part) => ({ ...part, share: total === 0 ? 0 : part.value / total }))
}

function branchOf(symbol: string, { component, phase }: Branch): Branch {
  return {
    component: OUTSIDE.has(component) ? component : (partOf(symbol) ?? component),
    phase: PHASES[symbol] ?? phase,
  }
}

function partOf(symbol: string): string | undefined {
  const [, kind, number] = COMPONENT.exec(symbol) ?? []
  return kind === undefined ? PARTS[symbol] : `${kind.toUpperCase()}-${number}`
}

/** The operand that a formula is a multiple of and that a sum lies behind; undefined where there is none. */
function summedOperand(graph: Graph, { formula, operands }: FormulaNode): number | undefined {
  const values = operands.map((place) => graph.nodes[place]?.quantity.value ?? 0)
  return operands.find((place, index) => {
    if (!hasSum(graph, place)) return false
    const at = (times: number) => formula.compute(...values.with(index, (values[index] ?? 0) * times))
    return at(0) === 0 && Math.abs(at(2) - 2 * at(1)) <= 1e-12 * Math.abs(at(2))
  })
}

/** Whether a sum of named parts is reached through products. */
function hasSum(graph: Graph, place: number): boolean {
  const node = graph.nodes[place]
  if (node === undefined || !('formula' in node)) return false
  return node.formula.isSum || summedOperand(graph, node) !== undefined
}
