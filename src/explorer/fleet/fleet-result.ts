import type { Conditions, Scope } from '../../engine/assessment/computed-for.ts'
import { type Coverage, countUnits, coverageOf, phasesCounted } from '../../engine/assessment/coverage.ts'
import { type Assumption, isPlaceAssumed, isUnknownInput, placeWords } from '../../engine/values/assumptions.ts'
import type { Boundary, Criterion, ExploreFleetQuery, ItsUseFragment } from '../../generated/explorer-operations.ts'
import type { BillCoverage } from '../../importers/billing/bill-coverage.ts'
import { nameOfKind } from '../../kinds.ts'
import { type AssumedUnits, assumptionsOf, hasOwnMaking } from '../../library/assumptions.ts'
import type { Criterion as Code } from '../../library/index.ts'
import { type PhaseTotals, Sums, type Totals } from '../../library/totals.ts'
import type { FIGURES, Phase } from '../charts/phases.ts'
import { pageWords } from '../results/page-words.ts'
import { criterionWords } from '../results/words.ts'
import type { View } from '../state/view.ts'
import { kindOfRow } from './fleet-kind.ts'
import type { FaultyCell, FleetFault, FleetFile, FleetRow } from './read-fleet.ts'

/** The impacts of a fleet, unrounded. */
export interface FleetResult {
  /** Units in all readable rows; below, units assessed. */
  readonly size: number
  readonly assessed: number
  readonly totals: readonly FleetTotal[]
  /** Electricity, in kWh, without things of unknown power. Undefined if unknown. */
  readonly energy: FleetEnergy | undefined
  /** Each assessed row; empty for a job, which has them in its result. */
  readonly rows: readonly AssessedRow[]
  readonly faults: readonly FleetFault[]
  /** Rows with unknown names, which the totals count with what the messages name instead. */
  readonly replaced: readonly FleetFault[]
  /** Number of further faulty rows, which a job has in its result. */
  readonly otherFaults: number
  /** The smallest and largest PUE of the rows' data centres; undefined if unknown. */
  readonly pue: { readonly min: number; readonly max: number } | undefined
  /** How much of a bill is assessed, as a job reports it; undefined if the page has the rows. */
  readonly coverage: BillCoverage | undefined
  /** Units that rest on an assumption, with their share of the result. */
  readonly assumptions: readonly AssumedUnits[]
  /** The scope of the figures in one sentence. */
  readonly computedFor: string
}

/** Electricity of a fleet, in kWh. A job has no bounds of it. */
interface FleetEnergy extends Sum {
  /** Share of the assessed units with a known power. */
  readonly coverage: number
}

/** The sum of known figures in one criterion. */
export interface FleetTotal extends PhaseTotals {
  readonly criterion: Criterion
  readonly unit: string
  readonly description: string
}

export interface Sum {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** A row with its figures in the selected criterion, for its whole quantity. */
export interface AssessedRow {
  readonly row: FleetRow
  /** What it was read as, in words. */
  readonly kind: string
  /** Code of its electricity's place. */
  readonly location: string
  /** Whether the file states no place for it. */
  readonly isPlaceAssumed: boolean
  /** The time that its figures are for, in hours. Undefined if unknown. */
  readonly hours: number | undefined
  /** In %. Undefined if no figure depends on it. */
  readonly load: number | undefined
  /** Undefined if unknown, never 0; the same applies to the others. */
  readonly embedded: number | undefined
  readonly use: number | undefined
  /** The data centre's building, if it counts. */
  readonly building: number | undefined
  readonly total: number | undefined
  /** Whether a data centre around it counts. */
  readonly isInDataCentre: boolean
  readonly assumptions: readonly Assumption[]
  readonly notes: readonly RowNote[]
  /** Why it has no figures; only a job lists such rows among the others. */
  readonly fault?: string
}

/** A warning in a sentence, and the impacts it is about, by name; empty for the row and the impact that is shown. */
export interface RowNote {
  readonly message: string
  readonly about: string
}

/** The share of units that a phase covers; for a total, the smallest of its phases. Undefined if none counts. */
export function shareOf(phase: (typeof FIGURES)[number], coverage: FleetTotal['coverage']): number | undefined {
  const shares = coverage.flatMap((each) => (phase === 'total' || each.phase === phase.toUpperCase() ? each.share : []))
  return shares.length === 0 ? undefined : Math.min(...shares)
}

/** Which phases a row covers, by the rule of sums. */
export function coverageOfRow(row: AssessedRow, { focus, boundary }: Pick<View, 'focus' | 'boundary'>): Coverage {
  return coverageOf(countUnits([{ impact: countedOf(row), units: 1 }], phasesCounted(codeOf(focus), boundary)))
}

/** What a row adds to a sum: nothing if it has no figures. */
export function countedOf(row: AssessedRow | undefined) {
  return {
    phase: (phase: string) => row?.[phase.toLowerCase() as Phase],
    countsBuilding: row?.isInDataCentre ?? true,
  }
}

const UNKNOWN = [Number.NaN, Number.NaN, Number.NaN] as const
const NOTHING = [0, 0, 0] as const

/** Options of a fleet's figures. */
interface Asked {
  readonly criteria: readonly Criterion[]
  /** The criterion that rows are compared in. */
  readonly focus: Criterion
  readonly boundary: Boundary
  readonly columnAt: FleetFile['columnAt']
  /** Of the request: hours, if it names some, and release. */
  readonly scope: Scope
  readonly duration: number | undefined
}

/** Adds up the rows of a fleet in the same way as the service. */
export class FleetSums {
  readonly #asked: Asked
  readonly #sums: Sums
  readonly #words = new Map<Criterion, Pick<FleetTotal, 'unit' | 'description'>>()
  readonly #rows: AssessedRow[] = []
  readonly #faults: FleetFault[] = []
  readonly #replaced: FleetFault[] = []
  #pue = { min: Number.POSITIVE_INFINITY, max: 0 }

  constructor(asked: Asked) {
    this.#asked = asked
    this.#sums = new Sums(asked.criteria.map(codeOf), asked.boundary)
  }

  add(row: FleetRow, { fault, impacts, asset }: FleetAnswerItem): void {
    const { quantity } = row
    if (fault !== null || asset === null) {
      this.addFaulty(row, fault ?? { code: 'INTERNAL', message: 'It cannot be assessed', nearest: [], path: [] })
      return
    }
    const { criteria, focus, boundary, scope, duration } = this.#asked
    const { energy, warnings } = asset
    const use = 'usage' in asset ? asset.usage : undefined
    const { pue = null, usageLocation = null, assessedDuration } = use ?? {}
    const hasBuilding = pue !== null && (row.boundary ?? boundary) === 'DATA_CENTRE'
    const figures = criteria.flatMap((criterion) => {
      const impact = impacts.find((each) => each.criterion === criterion)
      if (impact !== undefined) this.#words.set(criterion, { unit: impact.unit, description: impact.description })
      const [embedded, used, total] = [impact?.embedded, impact?.use, impact?.total].map(numbersOf)
      const building = hasBuilding ? numbersOf(impact?.building) : NOTHING
      return [embedded, used, ...(boundary === 'DATA_CENTRE' ? [building] : []), total].flatMap((each) => each ?? [])
    })
    const isAssumed = usageLocation !== null && isPlaceAssumed(usageLocation, warnings)
    const known = { isPlaceAssumed: isAssumed, hasEnergy: energy !== null, warnings: [...row.warnings, ...warnings] }
    const assumptions = assumptionsOf(row.asset, known)
    const kind = kindOfRow(row.asset)
    const counted = { kind, assumptions, hasOwnMaking: hasOwnMaking(row.asset) }
    this.#sums.add([...figures, ...numbersOf(energy)], quantity, counted)
    if (use !== undefined) {
      const own = { ...row, duration: hoursOf(row, duration), boundary: row.boundary ?? boundary }
      scope.add(conditionsOf(own, use, isAssumed))
    }
    if (pue !== null) this.#pue = { min: Math.min(this.#pue.min, pue.value), max: Math.max(this.#pue.max, pue.value) }
    this.#addReplaced(row, warnings)
    const shown = impacts.find(({ criterion }) => criterion === focus)
    const others = impacts.filter((impact) => impact !== shown)
    const ofAll = (figure: Sum | null | undefined) => (figure ? figure.value * quantity : undefined)
    this.#rows.push({
      row,
      kind: nameOfKind(kind),
      location: usageLocation?.value ?? '',
      isPlaceAssumed: isAssumed,
      hours: assessedDuration ?? hoursOf(row, duration),
      load: use?.timeWorkload?.value ?? undefined,
      embedded: ofAll(shown?.embedded),
      use: ofAll(shown?.use),
      building: ofAll(shown?.building),
      total: ofAll(shown?.total),
      isInDataCentre: hasBuilding,
      assumptions,
      notes: notesOf(shown, others, [...row.warnings, ...warnings, ...(energy?.warnings ?? [])].map(messageOf)),
    })
  }

  addFaulty(
    { at, label, quantity, cells }: FleetRow,
    { code, message, nearest, path }: Omit<NonNullable<FleetAnswerItem['fault']>, 'code'> & { readonly code: string },
  ): void {
    this.#sums.addFaulty(1, quantity, { path })
    const [cell] = faultyCells({ at, cells }, { path, nearest }, this.#asked)
    const words = faultWords(message, nearest).replace(`${path.join('.')}: `, cell ? `${cell.column}: ` : '')
    this.#faults.push({ at, label, quantity, code, message: words, cells: cell ? [cell] : [] })
  }

  #addReplaced({ at, label, quantity, cells }: FleetRow, warnings: NonNullable<FleetAnswerItem['asset']>['warnings']) {
    const unknown = warnings.filter(({ code, path }) => isUnknownInput(code) && path !== null)
    const [first] = unknown
    if (first === undefined) return
    this.#replaced.push({
      at,
      label,
      quantity,
      code: first.code,
      message: unknown.map(({ message }) => message).join(' '),
      cells: unknown.flatMap(({ path, nearest }) =>
        faultyCells({ at, cells }, { path: path ?? [], nearest }, this.#asked),
      ),
    })
  }

  result(): FleetResult {
    const totals = this.#sums.totals(this.#asked.scope)
    const { units, assessed, impacts, assumptions, computedFor } = totals
    return {
      size: units,
      assessed,
      energy: energyOf(totals),
      totals: this.#asked.criteria.flatMap((criterion) => {
        const words = this.#words.get(criterion)
        const summed = impacts[codeOf(criterion)]
        return words && summed ? [{ criterion, ...words, ...summed }] : []
      }),
      rows: this.#rows,
      faults: this.#faults,
      replaced: this.#replaced,
      otherFaults: 0,
      coverage: undefined,
      pue: this.#pue.max === 0 ? undefined : this.#pue,
      assumptions,
      computedFor,
    }
  }
}

/** The electricity of totals, if any is known. */
export function energyOf({ energyRange, energyUnits, assessed }: EnergyTotals): FleetEnergy | undefined {
  // A job of an earlier version has none.
  return energyRange ? { ...energyRange, coverage: assessed > 0 ? energyUnits / assessed : 1 } : undefined
}

type EnergyTotals = Pick<Totals, 'energyRange' | 'energyUnits' | 'assessed'>

/** The conditions of a row, from the answer of the API. */
function conditionsOf(
  {
    duration,
    allocation = 'LINEAR',
    boundary,
    isBilled,
  }: Pick<FleetRow, 'allocation' | 'boundary' | 'isBilled'> & { readonly duration: number | undefined },
  { usageLocation, assessedDuration, hoursLifeTime, timeWorkload, avgPower, pue }: ItsUseFragment,
  isAssumed: boolean,
): Conditions {
  const hours = duration ?? assessedDuration ?? undefined
  const own = hours === hoursLifeTime?.value ? 'LIFETIME' : 'USE'
  return {
    hours,
    hoursOf: isBilled ? 'BILL' : duration !== undefined ? 'REQUEST' : own,
    place: placeWords(usageLocation?.value ?? '', isAssumed),
    load: avgPower?.status === 'INPUT' ? 'POWER' : timeWorkload === null ? undefined : (timeWorkload.value ?? 'LOADS'),
    allocation,
    boundary: boundary === 'DATA_CENTRE' && pue !== null ? boundary : 'EQUIPMENT',
  }
}

/** The hours that a row is assessed over: its own, or those for all. Undefined for its whole life. */
function hoursOf({ duration: own }: FleetRow, duration: number | undefined): number | undefined {
  return own === 'life' ? undefined : (own ?? duration)
}

/** The cell of a row that gave the input at a path, if any. */
export function faultyCells(
  { at, cells }: Pick<FleetRow, 'at' | 'cells'>,
  { path, nearest }: { readonly path: readonly string[]; readonly nearest: readonly string[] },
  { columnAt }: Pick<FleetFile, 'columnAt'>,
): readonly FaultyCell[] {
  const column = at.line === undefined ? undefined : columnAt(path, at)
  if (column === undefined) return []
  // Converts `FRA (France)` to FRA.
  const known = path.at(-1) === 'usageLocation' ? nearest.map((name) => name.replace(/ \(.*\)$/, '')) : nearest
  return [{ column, value: cells[column] ?? '', nearest: known }]
}

/** The code of a criterion in the library. */
export function codeOf(criterion: Criterion): Code {
  return criterion.toLowerCase() as Code
}

function faultWords(message: string, nearest: readonly string[]): string {
  return nearest.length === 0 || message.includes('Did you mean')
    ? message
    : `${message}. Did you mean ${nearest.join(', ')}?`
}

/** Notes on a row and on the impact shown, then those on other impacts alone. */
function notesOf(
  shown: AnsweredImpact | undefined,
  others: readonly AnsweredImpact[],
  ofRow: readonly string[],
): readonly RowNote[] {
  const ofAll = new Set([...ofRow, ...warningsOf(shown).map(messageOf)])
  const ofOthers = new Map<string, string[]>()
  for (const impact of others) {
    for (const message of new Set(warningsOf(impact).map(messageOf)).difference(ofAll)) {
      ofOthers.set(message, [...(ofOthers.get(message) ?? []), criterionWords(impact)])
    }
  }
  return [
    ...[...ofAll].map((message) => ({ message, about: '' })),
    ...[...ofOthers].map(([message, names]) => ({ message, about: names.join(', ') })),
  ]
}

/** A note in the words of the page: `Primary energy: End of life is not included`. */
export function noteWords({ message, about }: RowNote): string {
  return pageWords(about === '' ? message : `${about}: ${message}`)
}

function messageOf({ message }: { readonly message: string }): string {
  return message
}

type AnsweredImpact = FleetAnswerItem['impacts'][number]

/** What is doubtful about the figures of an impact. */
function warningsOf(impact: AnsweredImpact | undefined) {
  const { embedded, use, building, total } = impact ?? {}
  return [embedded, use, building, total].flatMap((figure) => figure?.warnings ?? [])
}

function numbersOf(figure: Sum | null | undefined): readonly number[] {
  return figure ? [figure.value, figure.min, figure.max] : UNKNOWN
}

/** The API's answer for one asset over its duration. */
export type FleetAnswerItem = NonNullable<ExploreFleetQuery['fleet']>['items'][number]
