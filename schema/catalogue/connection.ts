import type { ObjectRef } from '@pothos/core'
import { FaultError } from '../../src/input/fault.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { fieldCost, SEARCH_COST, type SentArguments } from '../field-cost.ts'

/** One page of a list, in Relay's form. */
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
  description:
    'Position of a page in its list. Pages go forward: lists take `first` and `after`, and have no `last` or `before`.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there is a next page.',
      resolve: ({ start, edges, total }) => start + edges.length < total,
    }),
    hasPreviousPage: t.boolean({ description: 'Whether there is a previous page.', resolve: ({ start }) => start > 0 }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first entry of the page.',
      resolve: ({ edges }) => edges[0]?.cursor,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last entry of the page. Pass it as the argument `after` to get the next page.',
      resolve: ({ edges }) => edges.at(-1)?.cursor,
    }),
  }),
})

/** The connection and edge types of a type: `CpuModelConnection`, `CpuModelEdge`. `what` is its noun: processors. */
export function connectionOf<Item>(type: ObjectRef<SchemaTypes, Item>, what: string) {
  return connection(type.name, type, what)
}

/** The same of texts. */
export function textConnection(name: string, what: string) {
  return connection<string>(name, 'String', what)
}

function connection<Item>(name: string, type: ObjectRef<SchemaTypes, Item> | 'String', what: string) {
  const EdgeType = builder.objectRef<Edge<Item>>(`${name}Edge`).implement({
    description: `One of the ${what} in a list.`,
    fields: (t) => ({
      node: t.field({ type: type as 'String', description: 'The entry.', resolve: ({ node }) => node as never }),
      cursor: t.exposeString('cursor', { description: 'Cursor of the entry in the list.' }),
    }),
  })
  return builder.objectRef<Page<Item>>(`${name}Connection`).implement({
    description: `A page of ${what}.`,
    fields: (t) => ({
      // Fields below a page count once per entry.
      edges: t.expose('edges', {
        type: [EdgeType],
        description: 'Entries with their cursors.',
        extensions: fieldCost({ listSize: () => 1 }),
      }),
      nodes: t.field({
        type: [type as 'String'],
        description: 'Entries without cursors.',
        extensions: fieldCost({ listSize: () => 1 }),
        resolve: ({ edges }) => edges.map(({ node }) => node) as never,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Position of the page.', resolve: (page) => page }),
      totalCount: t.exposeInt('total', { description: 'Total number of entries, on all pages.' }),
    }),
  })
}

/** Default number of entries per page. */
const USUAL_PAGE = 20

/** Maximum number of entries computed for a page. */
export const pageSize = ({ first }: SentArguments) => Math.min(first ?? USUAL_PAGE, LARGEST_PAGE)

/** Cost of a field with a page and a name search. */
export const SEARCHED_PAGE = fieldCost({
  listSize: pageSize,
  cost: ({ search }) => (search ? SEARCH_COST : 0),
})

interface AskedPage {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

export interface SearchedPage extends AskedPage {
  readonly search?: string | null | undefined
}

type ArgumentBuilder = Pick<PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, unknown>, 'arg'>

/** The arguments of all fields with pages. */
export function pageArguments(t: ArgumentBuilder) {
  const { first, after } = PAGE
  return { first: t.arg.int({ ...first, required: true }), after: t.arg.string(after) }
}

/** The arguments of older fields, whose `first` may be null. */
export function oldPageArguments(t: ArgumentBuilder) {
  return { first: t.arg.int(PAGE.first), after: t.arg.string(PAGE.after) }
}

const PAGE = {
  first: {
    defaultValue: USUAL_PAGE,
    description: `Maximum number of entries to return, 0 to ${LARGEST_PAGE}.`,
  },
  after: {
    description: 'Cursor of the entry before the page. It must come from a list with the same filter and order.',
  },
} as const

/**
 * The page of a list that `first` and `after` request. `list` identifies the list by release, filter and order; cursors
 * of other lists are refused. Throws a FaultError if there is no such page.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  asked: AskedPage,
  itemOf: (row: Row) => Item,
  list: readonly unknown[],
): Page<Item> {
  return pageBehind(asked, list, (size, last = -1) => {
    const start = last + 1
    const entries = rows
      .slice(start, start + size)
      .map((row, index) => ({ item: itemOf(row), position: start + index }))
    return { entries, total: rows.length, start }
  })
}

/** Some entries of a list, each with a permanent number, and how many precede them. */
interface Entries<Item> {
  readonly entries: readonly { readonly item: Item; readonly position: number }[]
  readonly total: number
  readonly start: number
}

/** A page of a list that is read in pages: `read` returns entries after a position. */
export function pageBehind<Item>(
  { first, after }: AskedPage,
  list: readonly unknown[],
  read: (size: number, last?: number) => Entries<Item>,
): Page<Item> {
  const size = first ?? USUAL_PAGE
  if (size < 0 || size > LARGEST_PAGE) throw fault('first', `expected a whole number, 0 to ${LARGEST_PAGE}`, size)
  const key = keyOf(list)
  const { entries, total, start } = after == null ? read(size) : read(size, positionAt(after, key))
  const edges = entries.map(({ item, position }) => ({ node: item, cursor: cursorOf(position, key) }))
  return { edges, total, start }
}

/** Hashes a list to 32 bits (FNV-1a): the check of cursors guards against mistakes, not attacks. */
function keyOf(list: readonly unknown[]): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(JSON.stringify(list, inOrderOfKeys))) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** An object with its keys in one order: filters that say the same have the same cursors. */
function inOrderOfKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function cursorOf(position: number, key: string): string {
  return Buffer.from(`${key}:${position}`).toString('base64url')
}

function positionAt(cursor: string, key: string): number {
  const [, list, position] = /^(\w+):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (position === undefined) throw fault('after', 'invalid cursor. Use the `endCursor` of a page of this list', cursor)
  if (list !== key)
    throw fault(
      'after',
      'this cursor is from a list with another filter, order, use, duration or release. Start again without the argument `after`',
      cursor,
    )
  return Number(position)
}

function fault(argument: string, message: string, value: unknown): FaultError {
  return new FaultError([{ path: [argument], message, code: 'INVALID_VALUE', value }])
}
