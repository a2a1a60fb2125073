import { CRITERIA, type Criterion, type Totals } from '../library/index.ts'
import { dim, wrap } from './output/style.ts'
import { type Branch, sumOf, treeText } from './output/tree.ts'

type Row = Readonly<Record<string, unknown>>

/** A group of rows, with nested groups and rows. */
interface Group extends Map<string, Group | Branch> {}

/** Endings of the columns of a total: ends of its likely range, and coverage. */
const ENDINGS = ['_low', '_high', '_coverage'] as const
const TOTAL = /^([a-z0-9]+)_total$/

/**
 * The rows of an answer as a tree with totals: a plan by modules and resources, anything else by kind. `totals` are
 * those of the rows, with the likely range of their sum.
 */
export function rowsTree(rows: readonly Row[], { impacts }: Pick<Totals, 'impacts'>): string {
  const column = Object.keys(rows[0] ?? {}).find((name) => TOTAL.test(name)) ?? ''
  const criterion = TOTAL.exec(column)?.[1] as Criterion
  const unit = CRITERIA[criterion]?.unit ?? ''
  const root: Group = new Map()
  const left: string[] = []
  for (const [at, row] of rows.entries()) {
    const path = pathOf(row, at)
    const value = row[column]
    const quantity = Number(row.quantity ?? 1)
    const [low, high, coverage] = ENDINGS.map((ending) => row[`${column}${ending}`])
    if (typeof value === 'number')
      add(root, path, {
        value,
        quantity,
        ...(typeof low === 'number' && typeof high === 'number' && { likely: { low, high } }),
        partial: coverage === 0 ? quantity : 0,
        branches: [],
      })
    else left.push(`${path.at(-1)} (${row.fault || 'no figure'})`)
  }
  const whole = branchOf('total', root)
  const likely = impacts[criterion]?.total?.likely
  const notes = [
    ...(whole.partial
      ? [`Partial: for some assets, a phase of ${criterion} is unknown. The totals include only known phases.`]
      : []),
    ...(left.length > 0 ? [`Not counted: ${left.join('; ')}.`] : []),
  ]
  return [treeText(likely ? { ...whole, likely } : whole, unit), ...notes.map((note) => dim(wrap(note, 2)))].join('\n')
}

/** From the outermost group to the row itself. */
function pathOf({ address, label, assessed_as, kind }: Row, at: number): readonly string[] {
  const own = String(label || address || `row ${at + 1}`)
  if (typeof address !== 'string' || address === '') return [String(assessed_as || kind || 'thing'), own]
  const modules = address.match(/module\.[\w-]+(\[[^\]]*\])?(?=\.)/g) ?? []
  const inModule = (name: string) => name.slice(modules.join('.').length).replace(/^\./, '')
  return [...modules, inModule(address).replace(/\[[^\]]*\]$/, ''), inModule(own)]
}

/** Adds a row at its path; rows with the same path are merged. */
function add(group: Group, [first = '', ...others]: readonly string[], row: Omit<Branch, 'label'>): void {
  const known = group.get(first)
  if (others.length === 0) {
    const branch = { label: first, ...row }
    group.set(first, known === undefined || known instanceof Map ? branch : sumOf(first, [known, branch], []))
  } else {
    const inner = known instanceof Map ? known : new Map()
    add(inner, others, row)
    group.set(first, inner)
  }
}

/** A group with a single member is that member. */
function branchOf(label: string, group: Group): Branch {
  const branches = [...group].map(([name, each]) => (each instanceof Map ? branchOf(name, each) : each))
  const [only, ...others] = branches
  if (only !== undefined && others.length === 0 && label !== 'total')
    return only.label === label ? only : { ...only, label: named(label, only.label) }
  return sumOf(label, branches)
}

/**
 * Joins a group with its single member: `module.web` and `aws_instance.a` are `module.web.aws_instance.a`. A kind is
 * left out of the name.
 */
function named(group: string, only: string): string {
  return group.startsWith('module.') ? `${group}.${only}` : only
}
