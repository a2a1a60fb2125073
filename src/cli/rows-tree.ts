import { CRITERIA, type Criterion } from '../library/index.ts'
import { dim, wrap } from './output/style.ts'
import { type Branch, sumOf, treeText } from './output/tree.ts'

type Row = Readonly<Record<string, unknown>>

/** A group of rows, with nested groups and rows. */
interface Group extends Map<string, Group | Branch> {}

const TOTAL = /^([a-z0-9]+)_total$/

/** The rows of an answer as a tree with totals: a plan by modules and resources, anything else by kind. */
export function rowsTree(rows: readonly Row[]): string {
  const column = Object.keys(rows[0] ?? {}).find((name) => TOTAL.test(name)) ?? ''
  const unit = CRITERIA[TOTAL.exec(column)?.[1] as Criterion]?.unit ?? ''
  const root: Group = new Map()
  const left: string[] = []
  for (const [at, row] of rows.entries()) {
    const path = pathOf(row, at)
    const value = row[column]
    if (typeof value === 'number') add(root, path, { value, quantity: Number(row.quantity ?? 1), branches: [] })
    else left.push(`${path.at(-1)} (${row.fault || 'no figure'})`)
  }
  const notes = left.length === 0 ? [] : [dim(wrap(`Not counted: ${left.join('; ')}.`, 2))]
  return [treeText(branchOf('total', root), unit), ...notes].join('\n')
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
