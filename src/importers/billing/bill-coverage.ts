import type { BilledCost, ImportedRow } from '../imported.ts'
import { BILL_REASONS, type BillReason, INVALID_QUANTITY, REFUNDED } from './bill-reasons.ts'

/** Lines of a bill left out for one reason. */
export interface ReasonCoverage {
  /** A code: one of `BILL_REASONS`, or that of a fault. */
  readonly reason: string
  readonly rows: number
  readonly cost: number | null
}

/** Lines of one service. */
export interface ServiceCoverage {
  readonly service: string
  readonly rows: number
  readonly assessedRows: number
  readonly cost: number | null
  readonly assessedCost: number | null
}

/** Unknown usage, by its name in the bill. */
export interface UnknownUsage {
  readonly reason: string
  /** The reason, and the name. */
  readonly what: string
  readonly rows: number
  readonly cost: number | null
}

/**
 * How much of a bill is assessed, by rows and by cost. Assessed, excluded and unknown rows and costs add up to all of
 * them. Costs are effective ones, else billed ones, without credits. They are null if the bill has none, or several
 * currencies.
 */
export interface BillCoverage {
  readonly rows: number
  readonly assessedRows: number
  readonly excludedRows: number
  readonly unknownRows: number
  /** Assessed rows whose region is not known: their figures use the mean of the provider's regions. */
  readonly unknownRegionRows: number
  /** The currencies of the costs, as in the bill. */
  readonly currencies: readonly string[]
  readonly cost: number | null
  readonly assessedCost: number | null
  readonly excludedCost: number | null
  readonly unknownCost: number | null
  readonly unknownRegionCost: number | null
  /** Credits and refunds, below 0; not part of the costs. */
  readonly credits: number | null
  /** Rows without a cost, which count as 0. */
  readonly rowsWithoutCost: number
  /** Reasons for lines left out, the most expensive first. */
  readonly byReason: readonly ReasonCoverage[]
  /** The most expensive service first. */
  readonly byService: readonly ServiceCoverage[]
  /** Unknown usage, the most expensive first; at most 1,000 entries. */
  readonly unknown: readonly UnknownUsage[]
}

/** Rows of a bill with the same outcome. */
export interface CoveredRows {
  /** Why they are left out; undefined if they are assessed. */
  readonly reason?: string | undefined
  /** Their name, if unknown. */
  readonly what?: string | undefined
  /** Whether they are assessed, in a region that is not known. */
  readonly isOfUnknownRegion: boolean
  readonly service: string
  readonly currency: string
  readonly rows: number
  /** Sum over the rows with a cost. */
  readonly cost: number
  /** The part of `cost` that is below 0. */
  readonly takenBack: number
  /** What credits of their own pay, below 0. */
  readonly credits: number
  readonly withoutCost: number
}

const MOST_UNKNOWN = 1000

/** Whether a reason means unknown usage; faults count as unknown too. */
function isUnknown(reason: string): boolean {
  return Object.hasOwn(BILL_REASONS, reason) ? BILL_REASONS[reason as BillReason].isUnknown : true
}

/** The part of the cost of some rows that is a credit or a refund. */
function refundOf({ reason = '', cost, takenBack }: CoveredRows): number {
  if (reason === 'CREDIT') return cost
  return REFUNDED.includes(reason) ? takenBack : 0
}

/** Adds up the outcomes of a bill's lines. */
export function billCoverage(groups: readonly CoveredRows[]): BillCoverage {
  const priced = groups.filter(({ rows, withoutCost }) => rows > withoutCost)
  const currencies = [...new Set(priced.map(({ currency }) => currency))].toSorted()
  const isOne = currencies.length === 1
  const costOf = (some: readonly CoveredRows[]) => (isOne ? sum(some, (each) => each.cost - refundOf(each)) : null)
  const assessed = groups.filter(({ reason }) => reason === undefined)
  const left = groups.filter(({ reason }) => reason !== undefined)
  const unknown = left.filter(({ reason = '' }) => isUnknown(reason))
  const excluded = left.filter(({ reason = '' }) => !isUnknown(reason))
  const somewhere = assessed.filter(({ isOfUnknownRegion }) => isOfUnknownRegion)
  const rowsOf = (some: readonly CoveredRows[]) => sum(some, ({ rows }) => rows)
  return {
    rows: rowsOf(groups),
    assessedRows: rowsOf(assessed),
    excludedRows: rowsOf(excluded),
    unknownRows: rowsOf(unknown),
    unknownRegionRows: rowsOf(somewhere),
    currencies,
    cost: costOf(groups),
    assessedCost: costOf(assessed),
    excludedCost: costOf(excluded),
    unknownCost: costOf(unknown),
    unknownRegionCost: costOf(somewhere),
    credits: isOne ? sum(groups, (each) => each.credits + refundOf(each)) : null,
    rowsWithoutCost: sum(groups, ({ withoutCost }) => withoutCost),
    byReason: byCost(groupedBy(left, ({ reason = '' }) => reason)).map(([reason, some]) => {
      return { reason, rows: rowsOf(some), cost: costOf(some) }
    }),
    byService: byCost(groupedBy(groups, ({ service }) => service)).map(([service, some]) => {
      const counted = some.filter(({ reason }) => reason === undefined)
      return {
        service,
        rows: rowsOf(some),
        assessedRows: rowsOf(counted),
        cost: costOf(some),
        assessedCost: costOf(counted),
      }
    }),
    unknown: byCost(groupedBy(unknown, ({ reason = '', what = '' }) => `${reason}\n${what}`))
      .slice(0, MOST_UNKNOWN)
      .map(([, some]) => {
        const [{ reason = '', what = '' }] = some as [CoveredRows]
        return { reason, what, rows: rowsOf(some), cost: costOf(some) }
      }),
  }
}

/**
 * How much of an imported bill is assessed. `faultOf` returns the code of a fault found while evaluating a row's asset,
 * by row index. `isPlaceAssumed` says whether the figures of a row lack its region; by default only a row that names
 * none has an unknown region.
 */
export function coverageOfRows(
  rows: readonly ImportedRow[],
  faultOf: (index: number) => string | undefined = () => undefined,
  isPlaceAssumed: (index: number) => boolean | undefined = () => undefined,
): BillCoverage {
  return billCoverage(
    rows.map((row, index): CoveredRows => {
      const { cost, credits = 0, currency = '', service = '' }: BilledCost = row.billed ?? {}
      return {
        ...reasonOf(row, faultOf(index)),
        isOfUnknownRegion:
          'asset' in row &&
          (isPlaceAssumed(index) ?? row.warnings?.some(({ code }) => code === 'UNKNOWN_REGION') === true),
        service,
        currency,
        rows: 1,
        cost: cost ?? 0,
        takenBack: Math.min(cost ?? 0, 0),
        credits,
        withoutCost: cost === undefined ? 1 : 0,
      }
    }),
  )
}

function reasonOf(row: ImportedRow, fault: string | undefined): Pick<CoveredRows, 'reason' | 'what'> {
  if ('skipped' in row) return { reason: row.reason ?? 'UNKNOWN_USAGE', what: row.skipped }
  if ('fault' in row) {
    const { code, message, path } = row.fault
    return { reason: path[0] === 'quantity' ? INVALID_QUANTITY : code, what: message }
  }
  return fault === undefined ? {} : { reason: fault, what: fault }
}

/** The joint coverage of several bills, or of shares of one. */
export function addCoverages(coverages: readonly BillCoverage[]): BillCoverage | undefined {
  if (coverages.length === 0) return undefined
  const currencies = [...new Set(coverages.flatMap((each) => each.currencies))].toSorted()
  const costs = (read: (each: BillCoverage) => number | null) =>
    currencies.length === 1 ? sum(coverages, (each) => read(each) ?? 0) : null
  const added = <Entry extends { readonly cost: number | null }>(
    entries: readonly Entry[],
    keyOf: (entry: Entry) => string,
    add: (some: readonly Entry[], cost: (read: (entry: Entry) => number | null) => number | null) => Entry,
  ): readonly Entry[] =>
    [...groupedBy(entries, keyOf).values()]
      .map((some) => add(some, (read) => (currencies.length === 1 ? sum(some, (each) => read(each) ?? 0) : null)))
      .toSorted((a, b) => Math.abs(b.cost ?? 0) - Math.abs(a.cost ?? 0))
  return {
    rows: sum(coverages, ({ rows }) => rows),
    assessedRows: sum(coverages, ({ assessedRows }) => assessedRows),
    excludedRows: sum(coverages, ({ excludedRows }) => excludedRows),
    unknownRows: sum(coverages, ({ unknownRows }) => unknownRows),
    unknownRegionRows: sum(coverages, ({ unknownRegionRows }) => unknownRegionRows),
    currencies,
    cost: costs(({ cost }) => cost),
    assessedCost: costs(({ assessedCost }) => assessedCost),
    excludedCost: costs(({ excludedCost }) => excludedCost),
    unknownCost: costs(({ unknownCost }) => unknownCost),
    unknownRegionCost: costs(({ unknownRegionCost }) => unknownRegionCost),
    credits: costs(({ credits }) => credits),
    rowsWithoutCost: sum(coverages, ({ rowsWithoutCost }) => rowsWithoutCost),
    byReason: added(
      coverages.flatMap(({ byReason }) => byReason),
      ({ reason }) => reason,
      (some, cost) => ({
        reason: some[0]?.reason ?? '',
        rows: sum(some, ({ rows }) => rows),
        cost: cost((each) => each.cost),
      }),
    ),
    byService: added(
      coverages.flatMap(({ byService }) => byService),
      ({ service }) => service,
      (some, cost) => ({
        service: some[0]?.service ?? '',
        rows: sum(some, ({ rows }) => rows),
        assessedRows: sum(some, ({ assessedRows }) => assessedRows),
        cost: cost((each) => each.cost),
        assessedCost: cost((each) => each.assessedCost),
      }),
    ),
    unknown: added(
      coverages.flatMap(({ unknown }) => unknown),
      ({ reason, what }) => `${reason}\n${what}`,
      (some, cost) => ({
        reason: some[0]?.reason ?? '',
        what: some[0]?.what ?? '',
        rows: sum(some, ({ rows }) => rows),
        cost: cost((each) => each.cost),
      }),
    ).slice(0, MOST_UNKNOWN),
  }
}

function groupedBy<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [entry])
    else group.push(entry)
  }
  return groups
}

/** Groups, the most expensive first, then those with most rows. */
function byCost(groups: ReadonlyMap<string, readonly CoveredRows[]>): (readonly [string, readonly CoveredRows[]])[] {
  const cost = (some: readonly CoveredRows[]) => Math.abs(sum(some, (each) => each.cost))
  const rows = (some: readonly CoveredRows[]) => sum(some, (each) => each.rows)
  return [...groups].toSorted(([, a], [, b]) => cost(b) - cost(a) || rows(b) - rows(a))
}

function sum<Entry>(entries: readonly Entry[], read: (entry: Entry) => number): number {
  return entries.reduce((total, entry) => total + read(entry), 0)
}
