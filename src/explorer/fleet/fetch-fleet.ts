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
export const MOST_GROUPS = 2000

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
    if (fleet === null) throw new Error('The service returned no figures.')
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
  message: 'boundary: expected EQUIPMENT, because the fleet is assessed without data centres',
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
/** Quantities that are not whole are sent in this fraction. */
const PARTS = 1000

/** The likely ranges of all sums. */
export interface LikelySums {
  readonly totals: LikelyTotals
  /** In kWh. */
  readonly energy: LikelyTotal | undefined
}

/** The likely range of each sum of the assessed rows, drawn together in one request for each criterion. */
export async function fetchLikely(
  query: FleetQuery,
  { rows: assessed }: FleetResult,
  signal: AbortSignal,
): Promise<LikelySums> {
  const { criteria, boundary } = query.view
  const totals = new Map<Criterion, LikelyPhases>()
  const rows = assessed.map(({ row }) => row)
  const scale = scaleToWhole(rows)
  const items = itemsOf(query, rows, scale)
  let energy: LikelyTotal | undefined
  if (rows.length === 0) return { totals, energy }
  // One after the other, since each is expensive.
  for (const [at, criterion] of criteria.entries()) {
    const variables = { items, criteria: [criterion], boundary, hasEnergy: at === 0 }
    const { fleet } = await send(ExploreFleetLikelyDocument, variables, { release: query.release, signal })
    totals.set(criterion, likelyOf(fleet?.impacts[0], 1 / scale))
    if (fleet?.energy?.likely) energy = times(fleet.energy.likely, 1 / scale)
  }
  return { totals, energy }
}

/** Rows as items of one fleet, each asset over its own span. Quantities are `scale` times those of the rows. */
export function itemsOf(query: Pick<FleetQuery, 'conditions' | 'view'>, rows: readonly FleetRow[], scale: number) {
  return grouped(query, rows).map(({ asset, span: { duration, allocation, boundary }, rows: same }) => ({
    asset,
    quantity: Math.round(same.reduce((sum, { quantity }) => sum + quantity, 0) * scale),
    // A comparison without a duration is over a year.
    ...(duration === undefined ? { wholeLife: true } : { duration }),
    ...(allocation !== undefined && { allocation }),
    ...(boundary !== query.view.boundary && { boundary }),
  }))
}

/** How many times the quantities of rows a request takes, since its quantities are whole. */
export function scaleToWhole(rows: readonly FleetRow[]): number {
  const all = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const isWhole = rows.every(({ quantity }) => Number.isInteger(quantity)) && all < LARGEST
  return isWhole ? 1 : Math.min(PARTS, (LARGEST - CHUNK) / all)
}

/** The likely ranges of assessed rows, all units of a row together, in the selected criterion. */
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
      return likely ? [[phase, times(likely, by)]] : []
    }),
  )
}

function times({ low, high }: LikelyTotal, by: number): LikelyTotal {
  return { low: low * by, high: high * by }
}

function variablesOf(groups: readonly Group[], criteria: readonly Criterion[]) {
  return { criteria: [...criteria], ...spanVariables((groups[0] as Group).span) }
}

export function spanVariables({ duration, allocation, boundary }: Span) {
  return { boundary, ...(duration !== undefined && { duration }), ...(allocation !== undefined && { allocation }) }
}

/** The query for one unit of a row, in the selected criterion. */
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

function grouped(
  { conditions, view }: Pick<FleetQuery, 'conditions' | 'view'>,
  rows: readonly FleetRow[],
): readonly Group[] {
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
