import { bar } from './style.ts'
import { fitTable } from './table.ts'
import { numberWords, shareWords } from './words.ts'

/** A figure, and the figures that it is the sum of. */
export interface Branch {
  readonly label: string
  readonly value: number
  /** How many units it counts; not shown where no branch has it. */
  readonly quantity?: number
  readonly branches: readonly Branch[]
}

/** More branches of one are put together. */
const MOST = 20

/** A figure and what it is made up of, the largest first, each with its share of the whole as a bar. */
export function treeText(root: Branch, unit: string): string {
  const lines: (readonly string[])[] = []
  const draw = ({ label, value, quantity, branches }: Branch, stem: string, indent: string) => {
    const share = root.value === 0 ? 0 : value / root.value
    lines.push([`${stem}${label}`, String(quantity ?? ''), numberWords(value), bar(share), shareWords(share)])
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
      { head: '', leftOut: 1 },
      { head: 'share', isNumber: true },
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
  return { label, value, ...(isCounted && { quantity }), branches }
}
