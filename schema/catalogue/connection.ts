import type { ObjectRef } from '@pothos/core'
import { FaultError } from '../../src/input/fault.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { fieldCost } from '../field-cost.ts'

/** One page of a list, as Relay has it. */
interface Page<Item> {
  readonly edges: readonly Edge<Item>[]
  readonly total: number
  readonly start: number
}

interface Edge<Item> {
  readonly node: Item
  readonly cursor: string
}

export const LARGEST_PAGE = 2000

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether more comes after it.',
      resolve: ({ start, edges, total }) => start + edges.length < total,
    }),
    hasPreviousPage: t.boolean({ description: 'Whether some came before it.', resolve: ({ start }) => start > 0 }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of its first entry.',
      resolve: ({ edges }) => edges[0]?.cursor,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of its last entry: what to ask for the page `after`.',
      resolve: ({ edges }) => edges.at(-1)?.cursor,
    }),
  }),
})

/** The connection and the edge of a type: `CpuModelConnection`, `CpuModelEdge`. `what`: processors. */
export function connectionOf<Item>(type: ObjectRef<SchemaTypes, Item>, what: string) {
  const EdgeType = builder.objectRef<Edge<Item>>(`${type.name}Edge`).implement({
    description: `One of the ${what} in a list.`,
    fields: (t) => ({
      node: t.field({ type, description: 'The entry.', resolve: ({ node }) => node as never }),
      cursor: t.exposeString('cursor', { description: 'Its place in the list.' }),
    }),
  })
  return builder.objectRef<Page<Item>>(`${type.name}Connection`).implement({
    description: `A page of ${what}.`,
    fields: (t) => ({
      // What is below a page counts as often as it has entries.
      edges: t.expose('edges', {
        type: [EdgeType],
        description: 'The entries with their places.',
        extensions: fieldCost({ listSize: () => 1 }),
      }),
      nodes: t.field({
        type: [type],
        description: 'The entries alone.',
        extensions: fieldCost({ listSize: () => 1 }),
        resolve: ({ edges }) => edges.map(({ node }) => node) as never,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
      totalCount: t.exposeInt('total', { description: 'How many there are in all.' }),
    }),
  })
}

/** The page of a list that `first` and `after` ask for. Throws a FaultError where there is no such page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { first, after }: { readonly first?: number | null | undefined; readonly after?: string | null | undefined },
  itemOf: (row: Row) => Item,
): Page<Item> {
  const size = first ?? 20
  if (size < 0 || size > LARGEST_PAGE) throw fault('first', `expected a whole number, 0 to ${LARGEST_PAGE}`, size)
  const start = after == null ? 0 : indexAt(after) + 1
  const edges = rows
    .slice(start, start + size)
    .map((row, index) => ({ node: itemOf(row), cursor: cursorOf(start + index) }))
  return { edges, total: rows.length, start }
}

function cursorOf(index: number): string {
  return Buffer.from(`at:${index}`).toString('base64url')
}

function indexAt(cursor: string): number {
  const index = /^at:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (index === undefined) throw fault('after', 'expected a cursor of this list', cursor)
  return Number(index)
}

function fault(argument: string, message: string, value: unknown): FaultError {
  return new FaultError([{ path: [argument], message, code: 'INVALID_VALUE', value }])
}
