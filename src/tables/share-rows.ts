import type { Tables } from '../reference/tables.ts'

/**
 * The later tables with every row that the earlier ones have too taken from these, so that it is held once in memory, and
 * with the earlier table itself where all of it is equal.
 *
 * @example
 * shareRows(base, newest).ramDensities === base.ramDensities // true where the newest changes no density
 */
export function shareRows(earlier: Tables, later: Tables): Tables {
  const shared: Record<string, unknown> = { ...later }
  for (const [name, table] of Object.entries(later)) {
    const known: unknown = earlier[name as keyof Tables]
    if (Array.isArray(table) && Array.isArray(known)) shared[name] = shareTable(known, table)
    else if (table instanceof Map && known instanceof Map && isEqualMap(known, table)) shared[name] = known
  }
  return shared as unknown as Tables
}

function shareTable(earlier: readonly unknown[], later: readonly unknown[]): readonly unknown[] {
  const rows = new Map(earlier.map((row) => [JSON.stringify(row), row]))
  const shared = later.map((row) => rows.get(JSON.stringify(row)) ?? row)
  return shared.length === earlier.length && shared.every((row, index) => row === earlier[index]) ? earlier : shared
}

function isEqualMap(earlier: ReadonlyMap<unknown, unknown>, later: ReadonlyMap<unknown, unknown>): boolean {
  return JSON.stringify([...earlier]) === JSON.stringify([...later])
}
