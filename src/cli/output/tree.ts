import type { Likely } from '../../library/index.ts'
import { bar } from './style.ts'
import { fitTable } from './table.ts'
import { exactWords, likelyWords, numberWords, shareWords } from './words.ts'

/** A figure, and the figures that it is the sum of. */
export interface Branch {
  readonly label: string
  readonly value: number
  /** How many units it counts; not shown where no branch has it. */
  readonly quantity?: number
  /** Ends of its likely range. A sum has none, because those of its parts do not add up. */
  readonly likely?: Pick<Likely, 'low' | 'high'>
  /** Units with an unknown phase. */
  readonly partial?: number
  readonly branches: readonly Branch[]
}

/** More branches of one are put together. */
const MOST = 20

/** A figure and what it is made up of, the largest first, each with its share of the whole as a bar. */
export function treeText(root: Branch, unit: string): string {
  const lines: (readonly string[])[] = []
  const draw = (branch: Branch, stem: string, indent: string) => {
    const { label, value, quantity, likely, partial, branches } = branch
    const share = root.value === 0 ? 0 : value / root.value
    lines.push([
      `${stem}${label}`,
      quantity === undefined ? '' : exactWords(quantity),
      numberWords(value),
      likely ? likelyWords(likely) : '',
      bar(share),
      shareWords(share),
      partial ? `${exactWords(partial)} units` : '',
    ])
    const shown = largest(branches)
    for (const [at, branch] of shown.entries()) {
      const isLast = at === shown.length - 1
      draw(branch, `${indent}${isLast ? '└─ ' : '├─ '}`, `${indent}${isLast ? '   ' : '│  '}`)
    }
  }
  draw(root, '', '')
  return fitTable(
    [
      { head: 'part', least: 30, isName: true },
      { head: 'quantity', isNumber: true, leftOut: 2 },
      { head: unit, isNumber: true },
      { head: 'likely', isNumber: true, leftOut: 3 },
      { head: '', leftOut: 1 },
      { head: 'share', isNumber: true },
      { head: 'partial', isNumber: true },
    ],
    lines,
  ).text
}

/** The largest first; those that are too many as one. */
function largest(branches: readonly Branch[]): readonly Branch[] {
  const sorted = branches.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
  if (sorted.length <= MOST) return sorted
  const others = sorted.slice(MOST - 1)
  return [...sorted.slice(0, MOST - 1), sumOf(`${others.length} more`, others, [])]
}

/** A branch that is the sum of others. */
export function sumOf(label: string, parts: readonly Branch[], branches: readonly Branch[] = parts): Branch {
  const value = parts.reduce((sum, part) => sum + part.value, 0)
  const isCounted = parts.some(({ quantity }) => quantity !== undefined)
  const quantity = parts.reduce((sum, part) => sum + (part.quantity ?? 0), 0)
  const partial = parts.reduce((sum, part) => sum + (part.partial ?? 0), 0)
  return { label, value, ...(isCounted && { quantity }), partial, branches }
}
