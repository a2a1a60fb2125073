import { STAGES, type Stage } from '../assessment/impact.ts'
import type { Formula } from '../values/formula.ts'
import type { FormulaNode, Graph } from './graph.ts'

/**
 * A part's contribution to a figure: `CPU-1`, OTHER, DEVICE, FACILITY or BUILDING, in one phase and one stage of life.
 */
export interface Contribution {
  readonly component: string
  readonly phase: string
  readonly stage: Stage
  readonly value: number
  /** Share of the figure; 0 if that is 0. */
  readonly share: number
}

/** A stage's contribution to a figure. */
export type StageContribution = Pick<Contribution, 'stage' | 'value' | 'share'>

/** Phases by the symbols of their terms in a sum. */
const PHASES: Readonly<Record<string, string>> = { embedded: 'EMBEDDED', use: 'USE', building: 'BUILDING' }
/** The stage of each phase, for figures whose sums have no stages. */
export const STAGE_OF_PHASE: Readonly<Record<string, Stage>> = { EMBEDDED: 'MAKING', USE: 'USE', BUILDING: 'BUILDING' }
/** Stages by symbol in the sum of a device: `making + transport + end_of_life`. */
export const STAGE_OF_SYMBOL: Readonly<Record<string, Stage>> = {
  making: 'MAKING',
  transport: 'TRANSPORT',
  end_of_life: 'END_OF_LIFE',
}
/** Sources of terms that are not components, by symbol. */
const PARTS: Readonly<Record<string, string>> = { other: 'OTHER', facility: 'FACILITY', building: 'BUILDING' }
/**
 * Parts that are not divided further: other_consumption_ratio's part of a CPU is OTHER, and the data centre's part of
 * OTHER is FACILITY.
 */
const OUTSIDE = new Set(Object.values(PARTS))
const COMPONENT = /^(assembly|cpu|gpu|ram|ssd|hdd|power_supply|case|motherboard|rest_of_server|functional_block)_(\d+)$/

/** The position of a term below the figure. */
interface Branch {
  readonly component: string
  readonly phase: string
  readonly stage: Stage | undefined
}

/**
 * The additive parts of a figure, by component and stage. They sum to the figure. Equal parts of a fleet are merged.
 * Sums are split, and a factor in front of a sum multiplies each of its terms. `phase` is the figure's; `component`
 * names terms under no named sum.
 */
export function contributionsOf(graph: Graph, phase: string, component = 'DEVICE'): readonly Contribution[] {
  const { nodes } = graph
  const total = nodes.at(-1)?.quantity.value ?? 0
  const parts = new Map<string, Omit<Contribution, 'share' | 'value'> & { value: number }>()
  const descend = (position: number, scale: number, branch: Branch): void => {
    const node = nodes[position]
    if (node === undefined) return
    if ('formula' in node && node.formula.isSum) {
      for (const [index, operand] of node.operands.entries()) {
        descend(operand, scale, branchOf(node.formula, index, branch))
      }
      return
    }
    const inside = 'formula' in node ? summedOperand(graph, node) : undefined
    if (inside !== undefined && 'formula' in node) {
      const { value } = (nodes[inside] as FormulaNode).quantity
      descend(inside, value === 0 ? 0 : (scale * node.quantity.value) / value, branch)
      return
    }
    const { component, phase, stage = STAGE_OF_PHASE[phase] ?? 'MAKING' } = branch
    const key = `${component} ${phase} ${stage}`
    const known = parts.get(key)
    const value = node.quantity.value * scale
    if (known === undefined) parts.set(key, { component, phase, stage, value })
    else known.value += value
  }
  descend(nodes.length - 1, 1, { component, phase, stage: undefined })
  return Array.from(parts.values(), (part) => ({ ...part, share: total === 0 ? 0 : part.value / total }))
}

/** The component and the phase that a node of a graph belongs to. An empty text means the whole asset. */
export type PartOfNode = Pick<Contribution, 'component' | 'phase'>

interface SinglePart {
  readonly component: string | undefined
  readonly phase: string | undefined
}

/** Marks a node that belongs to several components or phases. The nodes below it do, too. */
const SEVERAL = '*'

/**
 * The component and the phase of each node of a figure; undefined where it belongs to several, or to the whole asset.
 * `whole` has those of the figure itself. Example: the formula of the die area of a server's memory belongs to RAM-1 in
 * EMBEDDED, and the electricity factor to several components in USE.
 */
export function partsOfNodes({ nodes }: Graph, whole: PartOfNode): readonly SinglePart[] {
  const parts: PartOfNode[] = new Array(nodes.length)
  parts[nodes.length - 1] = whole
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]
    const own = parts[at]
    if (own === undefined || node === undefined || !('formula' in node)) continue
    const { formula, operands } = node
    for (const [index, operand] of operands.entries()) {
      const below = formula.isSum ? branchOf(formula, index, { ...own, stage: undefined }) : own
      const component = own.component === SEVERAL ? SEVERAL : below.component
      const phase = own.phase === SEVERAL ? SEVERAL : below.phase
      const { [operand]: before = { component, phase } } = parts
      parts[operand] = {
        component: commonComponent(before.component, component),
        phase: before.phase === phase ? phase : SEVERAL,
      }
    }
  }
  const single = (part: string) => (part === SEVERAL || part === '' ? undefined : part)
  return parts.map(({ component, phase }) => ({ component: single(component), phase: single(phase) }))
}

/** The power of a server serves the server and, by a ratio, OTHER: it is that of the whole, with terms of parts. */
function commonComponent(one: string, other: string): string {
  if (one === other) return one
  const isNoComponent = (part: string) => part === '' || OUTSIDE.has(part)
  return isNoComponent(one) && isNoComponent(other) ? '' : SEVERAL
}

/**
 * Whether a sum is that of a device's stages. Cards also have an end of life among their parts, but no making beside
 * it.
 */
export function isSumOfStages({ isSum, operands }: Pick<Formula, 'isSum' | 'operands'>): boolean {
  return isSum && operands[0] === 'making'
}

function branchOf(formula: Formula, index: number, { component, phase, stage }: Branch): Branch {
  const symbol = formula.operands[index] ?? ''
  return {
    component: OUTSIDE.has(component) ? component : (componentOfSymbol(symbol) ?? component),
    phase: PHASES[symbol] ?? phase,
    stage: isSumOfStages(formula) ? STAGE_OF_SYMBOL[symbol] : stage,
  }
}

/** The contributions of the stages of life, in the order of a life; they sum to the figure. */
export function stagesOf(contributions: readonly Contribution[]): readonly StageContribution[] {
  const sums = new Map<Stage, { stage: Stage; value: number; share: number }>()
  for (const { stage, value, share } of contributions) {
    const known = sums.get(stage)
    if (known === undefined) sums.set(stage, { stage, value, share })
    else {
      known.value += value
      known.share += share
    }
  }
  return STAGES.flatMap((stage) => sums.get(stage) ?? [])
}

function componentOfSymbol(symbol: string): string | undefined {
  const [, kind, number] = COMPONENT.exec(symbol) ?? []
  return kind === undefined ? PARTS[symbol] : `${kind.toUpperCase()}-${number}`
}

/** The operand that a formula is a multiple of and that leads to a sum; undefined if there is none. */
function summedOperand(graph: Graph, { formula, operands }: FormulaNode): number | undefined {
  const values = operands.map((position) => graph.nodes[position]?.quantity.value ?? 0)
  return operands.find((position, index) => {
    if (!hasSum(graph, position)) return false
    const at = (times: number) => formula.compute(...values.with(index, (values[index] ?? 0) * times))
    return at(0) === 0 && Math.abs(at(2) - 2 * at(1)) <= 1e-12 * Math.abs(at(2))
  })
}

/** Whether products lead to a sum of named parts. */
function hasSum(graph: Graph, position: number): boolean {
  const node = graph.nodes[position]
  if (node === undefined || !('formula' in node)) return false
  return node.formula.isSum || summedOperand(graph, node) !== undefined
}
