import { Scope } from '../../engine/assessment/computed-for.ts'
import {
  type Allocation,
  type AssetInput,
  type Boundary,
  type Criterion,
  ExploreFleetDocument,
  ExploreFleetLikelyDocument,
  ExploreRowsLikelyDocument,
  type LikelyPhasesFragment,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { FIGURES } from '../charts/phases.ts'
import type { Conditions } from '../state/read-conditions.ts'
import type { View } from '../state/view.ts'
import { type FleetAnswerItem, type FleetResult, FleetSums } from './fleet-result.ts'
import { type FleetFile, type FleetRow, withConditions } from './read-fleet.ts'

/** Distinct assets per request: more would reach the limits of a service. */
export const CHUNK = 500

/** Larger files would need many requests, and are better assessed as one job. */
const MOST_GROUPS = 2000

/** Whether the page assesses a file itself instead of as a job: it was read, and has few enough distinct assets. */
export function isForPage({ isRead, rows }: FleetFile): boolean {
  if (!isRead) return false
  return new Set(rows.map((row) => keyOf(row, row.asset))).size <= MOST_GROUPS
}

/** A file with the figures to fetch for it. */
export interface FleetQuery {
  readonly file: FleetFile
  readonly conditions: Conditions
  readonly view: Pick<View, 'criteria' | 'focus' | 'release' | 'boundary'>
  /** The data release to query. */
  readonly release: string
}

/** Duration, allocation and boundary of an asset. */
interface Span {
  readonly duration: number | undefined
  readonly allocation: Allocation | undefined
  readonly boundary: Boundary
}

/** Rows with the same asset and span. */
interface Group {
  readonly asset: AssetInput
  readonly span: Span
  readonly rows: FleetRow[]
}

/**
 * Assesses a fleet, each distinct asset once, in consecutive requests. A row counts as often as its quantity.
 * `onProgress` receives the share that is done.
 */
export async function fetchFleet(
  query: FleetQuery,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FleetResult> {
  const { file, view, conditions, release } = query
  const { duration } = conditions
  const scope = new Scope({ duration, allocation: 'LINEAR', boundary: view.boundary }, release)
  const sums = new FleetSums({ ...view, columnAt: file.columnAt, scope, duration })
  let done = 0
  for (const groups of chunks(query, file.rows)) {
    onProgress(done / file.rows.length)
    const variables = { items: groups.map(({ asset }) => ({ asset })), ...variablesOf(groups, view.criteria) }
    const { fleet } = await send(ExploreFleetDocument, variables, { release: view.release, signal })
    if (fleet === null) throw new Error('The service gave no figures for this.')
    for (const [index, { rows }] of groups.entries()) {
      for (const row of rows) {
        if (row.boundary === 'DATA_CENTRE' && view.boundary !== 'DATA_CENTRE') sums.addFaulty(row, NO_BUILDINGS)
        else sums.add(row, fleet.items[index] as FleetAnswerItem)
      }
      done += rows.length
    }
  }
  return sums.result()
}

const NO_BUILDINGS = {
  code: 'INVALID_VALUE',
  message: 'boundary: expected EQUIPMENT, as machines alone are counted',
  nearest: ['EQUIPMENT'],
  path: ['boundary'],
}

/** The likely range of a figure. */
export interface LikelyTotal {
  readonly low: number
  readonly high: number
}

/** The likely ranges of the phases and their total, where known. */
export type LikelyPhases = Partial<Readonly<Record<(typeof FIGURES)[number], LikelyTotal>>>

/** The likely ranges of sums, by criterion. */
export type LikelyTotals = ReadonlyMap<Criterion, LikelyPhases>

/** The largest whole number in GraphQL; the quantities of one request stay below it. */
const LARGEST = 2_147_483_647
/** Hours are sent as whole numbers of this fraction. */
const PARTS = 1000

/**
 * The likely range of each sum of the assessed rows, drawn together in one request for each criterion. `none` if no
 * request can do so: see `inOneSpan`.
 */
export async function fetchLikely(
  query: FleetQuery,
  { rows }: FleetResult,
  signal: AbortSignal,
): Promise<LikelyTotals | 'none'> {
  const { criteria, release } = query.view
  const totals = new Map<Criterion, LikelyPhases>()
  const groups = grouped(
    query,
    rows.map(({ row }) => row),
  )
  if (groups.length === 0) return totals
  const counted = groups.map(({ span, rows: same }) => ({
    span,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  const together = inOneSpan(counted, query.release)
  if (together === undefined) return 'none'
  const { span, scale, quantities } = together
  const items = groups.map(({ asset }, at) => ({ asset, quantity: quantities[at] as number }))
  // One after the other, since each is expensive.
  for (const criterion of criteria) {
    const variables = { items, criteria: [criterion], ...spanVariables(span) }
    const { fleet } = await send(ExploreFleetLikelyDocument, variables, { release, signal })
    totals.set(criterion, likelyOf(fleet?.impacts[0], 1 / scale))
  }
  return totals
}

/** The likely ranges of assessed rows, all units of a row together, in the criterion that is looked at. */
export async function fetchRowsLikely(
  query: FleetQuery,
  rows: readonly FleetRow[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<FleetRow, LikelyPhases>> {
  const { focus, release } = query.view
  const ranges = new Map<FleetRow, LikelyPhases>()
  for (const groups of chunks(query, rows)) {
    const variables = { items: groups.map(({ asset }) => ({ asset })), ...variablesOf(groups, [focus]) }
    const { fleet } = await send(ExploreRowsLikelyDocument, variables, { release, signal })
    for (const [index, { rows: same }] of groups.entries()) {
      for (const row of same) ranges.set(row, likelyOf(fleet?.items[index]?.impacts[0], row.quantity))
    }
  }
  return ranges
}

/** The ranges of an answer, each end times `by`. */
function likelyOf(impact: LikelyPhasesFragment | undefined, by: number): LikelyPhases {
  return Object.fromEntries(
    FIGURES.flatMap((phase) => {
      const likely = impact?.[phase]?.likely
      return likely ? [[phase, { low: likely.low * by, high: likely.high * by }]] : []
    }),
  )
}

/** The first release that counts lives after the first: there, impacts grow with the duration without an end. */
const RENEWS_SINCE = '2026.12'

/**
 * One span that stands for those of several things, and their whole quantities in it: a thing over two years counts as
 * two over one. Undefined if boundaries or allocations differ, or if things over their whole lives are among others.
 */
export function inOneSpan(things: readonly { readonly span: Span; readonly quantity: number }[], release: string) {
  const span = (things[0] as (typeof things)[number]).span
  const { duration, allocation = 'LINEAR', boundary } = span
  const isAlike = things.every(
    ({ span: own }) => (own.allocation ?? 'LINEAR') === allocation && own.boundary === boundary,
  )
  const isOne = things.every(({ span: own }) => own.duration === duration)
  const isProportional = allocation === 'LINEAR' && /^\d{4}\./.test(release) && release >= RENEWS_SINCE
  if (!isAlike || (!isOne && !isProportional)) return undefined
  if (isOne) return { span, ...inWholeUnits(things.map(({ quantity }) => quantity)) }
  const hours = things.map(({ span: own }) => own.duration)
  if (hours.includes(undefined)) return undefined
  const least = Math.min(...(hours as readonly number[]))
  const quantities = things.map(({ quantity }, at) => (quantity * (hours[at] as number)) / least)
  return { span: { ...span, duration: least }, ...inWholeUnits(quantities) }
}

/** Quantities as a request takes them, which are whole: each is `scale` times what it was. */
function inWholeUnits(quantities: readonly number[]) {
  const all = quantities.reduce((sum, each) => sum + each, 0)
  const scale = quantities.every(Number.isInteger) && all < LARGEST ? 1 : Math.min(PARTS, (LARGEST - CHUNK) / all)
  return { scale, quantities: quantities.map((each) => Math.round(each * scale)) }
}

function variablesOf(groups: readonly Group[], criteria: readonly Criterion[]) {
  return { criteria: [...criteria], ...spanVariables((groups[0] as Group).span) }
}

export function spanVariables({ duration, allocation, boundary }: Span) {
  return { boundary, ...(duration !== undefined && { duration }), ...(allocation !== undefined && { allocation }) }
}

/** What is asked of one unit of a row in the criterion that is looked at. */
export function variablesOfRow(query: FleetQuery, row: FleetRow) {
  const items = [{ asset: withConditions(row.asset, query.conditions), quantity: 1 }]
  return { items, criterion: query.view.focus, ...spanVariables(spanOf(query, row)) }
}

export function spanOf(
  { conditions, view }: Pick<FleetQuery, 'conditions' | 'view'>,
  { duration = conditions.duration, allocation, boundary = view.boundary }: FleetRow,
): Span {
  return { duration: duration === 'life' ? undefined : duration, allocation, boundary }
}

function keyOf({ duration, allocation, boundary }: FleetRow, asset: AssetInput): string {
  return JSON.stringify([asset, duration, allocation, boundary])
}

/** Rows by their asset and span: each group is asked for once. */
export function grouped({ conditions, view }: FleetQuery, rows: readonly FleetRow[]): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const asset = withConditions(row.asset, conditions)
    const key = keyOf(row, asset)
    const known = groups.get(key)
    if (known !== undefined) known.rows.push(row)
    else groups.set(key, { asset, span: spanOf({ conditions, view }, row), rows: [row] })
  }
  return [...groups.values()]
}

/** Groups of one span, as many as fit one request. */
function chunks(query: FleetQuery, rows: readonly FleetRow[]): readonly (readonly Group[])[] {
  const bySpan = Map.groupBy(grouped(query, rows), ({ span }) => JSON.stringify(span))
  return [...bySpan.values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / CHUNK) }, (_, at) => same.slice(at * CHUNK, (at + 1) * CHUNK)),
  )
}
