import type { AssetInput } from '../../generated/explorer-operations.ts'
import { isNamed } from '../../importers/table/heading-of.ts'
import { readCells } from '../../importers/table/read-csv.ts'
import { RecordSplitter } from '../../importers/table/split-records.ts'
import { ON_THEIR_OWN, readQuantity } from '../../importers/table/table-reader.ts'
import { nameOfKind } from '../../kinds.ts'
import { assumptionsOf } from '../../library/assumptions.ts'
import { request } from '../api/send.ts'
import { PHASES } from '../charts/phases.ts'
import type { Catalogue } from '../form/catalogue.ts'
import type { Conditions } from '../state/read-conditions.ts'
import type { View } from '../state/view.ts'
import { type AssessedRow, codeOf, faultyCells } from './fleet-result.ts'
import { FleetGroupings, type GroupSums } from './groupings.ts'
import { importFleet } from './import-fleet.ts'
import { type FleetFault, type FleetFile, type FleetRow, withConditions } from './read-fleet.ts'
import type { RowsSource } from './rows-source.ts'
import { isSentWhole } from './run-job.ts'

/** What to read from the result of a job. */
export interface JobQuestion {
  readonly id: string
  readonly view: Pick<View, 'focus'>
  /** The file, if the page has it. */
  readonly file: FleetFile
  /** The conditions of the rows that the page sent. */
  readonly conditions: Conditions
  readonly catalogue: Catalogue
}

/** The result of a job after one reading: its sums, and where its rows are. */
export interface JobReading {
  readonly rows: RowsSource
  readonly groupings: readonly GroupSums[]
  /** The first faulty rows. */
  readonly faults: readonly FleetFault[]
  readonly isBill: boolean
}

/** Rows that are fetched and kept together, and how many such pages are kept. */
const PAGE = 200
const MOST_PAGES = 20
/** The largest rows are kept; all others are fetched when they come into sight. */
const MOST_LARGEST = 1000
/** More faulty rows are only counted. */
const MOST_FAULTS = 1000

const pathOf = (id: string) => `/v2/jobs/${id}/result`
const ACCEPT = { accept: 'text/csv' }

/** The bytes of a job's result. Throws an Error with the reason in words. */
export async function sizeOfResult(id: string, signal: AbortSignal): Promise<number> {
  const response = await checked(await request(pathOf(id), { method: 'HEAD', headers: ACCEPT, signal }))
  return Number(response.headers.get('content-length') ?? 0)
}

/**
 * Reads a result once, in pieces: it sums up groups, keeps the largest rows, and notes where each page of rows begins.
 * `onShare` receives the share that is done. Throws an Error with the reason in words.
 */
export async function readJobResult(
  question: JobQuestion,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<JobReading> {
  const starts: number[] = []
  let groupings: FleetGroupings | undefined
  let largest: TableRow[] = []
  let assessed = 0
  const faults: TableRow[] = []
  const onRow = (read: TableRow, from: number, table: JobTable) => {
    groupings ??= new FleetGroupings({ ...table, isBill: table.isBill }, question.catalogue)
    if (read.index % PAGE === 0) starts.push(from)
    if (read.status === 'assessed') {
      groupings.add(read)
      assessed++
      largest.push(read)
      if (largest.length > 4 * MOST_LARGEST) largest = largestOf(largest)
    } else if (read.status === 'faulty' && faults.length < MOST_FAULTS) faults.push(read)
  }
  const { table, count, end } = await readTable(question, onRow, onShare, signal)
  starts.push(end)
  return {
    rows: new JobRows(question.id, table, starts, { count, assessed, largest: table.assessed(largestOf(largest)) }),
    groupings: groupings?.all() ?? [],
    isBill: table.isBill,
    faults: table.faulty(faults),
  }
}

/**
 * Every assessed row of a job whose rows the page has sent, and the faulty ones. Throws an Error with the reason in
 * words.
 */
export async function readJobRows(
  question: JobQuestion,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly AssessedRow[]; readonly faults: readonly FleetFault[] }> {
  const all: TableRow[] = []
  const { table } = await readTable(question, (read) => all.push(read), onShare, signal)
  const { rows: sent } = question.file
  const rows = table.assessed(all.filter(({ status }) => status === 'assessed'))
  return {
    rows: rows.map((each) => ({ ...each, row: sent[each.index] ?? each.row })),
    faults: table.faulty(all.filter(({ status }) => status === 'faulty')),
  }
}

/** Reads a result in pieces. `onRow` receives each row, with its place in the file in bytes. */
async function readTable(
  question: JobQuestion,
  onRow: (row: TableRow, from: number, table: JobTable) => void,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<{ readonly table: JobTable; readonly count: number; readonly end: number }> {
  const response = await checked(await request(pathOf(question.id), { headers: ACCEPT, signal }))
  const size = Number(response.headers.get('content-length') ?? 0)
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const splitter = new RecordSplitter(',')
  let table: JobTable | undefined
  let [rest, at, count] = [new Uint8Array(), 0, 0]
  for (let isLast = false; !isLast; ) {
    const { done, value = new Uint8Array() } = await reader.read()
    isLast = done
    rest = joined(rest, value)
    const records = [...splitter.split(rest, isLast)]
    for (const [row, cells] of cellsOf(rest.subarray(0, splitter.done)).entries()) {
      if (table === undefined) table = new JobTable(question, cells)
      else onRow(table.rowOf(count++, cells), at + (records[row]?.from ?? 0), table)
    }
    at += splitter.done
    rest = rest.slice(splitter.done)
    onShare(size > 0 ? Math.min(1, at / size) : 0)
  }
  return { table: table ?? new JobTable(question, []), count, end: at }
}

/** The number of assets of a row as importers read it: 3 of `3 pcs`. */
function countIn(cell: string): number {
  const many = readQuantity(cell, { isCounted: true }, ON_THEIR_OWN)
  return typeof many === 'number' ? many : Number.NaN
}

/** A row of the result, before the page reads its asset. */
interface TableRow extends Omit<AssessedRow, 'row' | 'assumptions'> {
  readonly row: Pick<FleetRow, 'cells' | 'quantity'>
  readonly index: number
  readonly own: readonly string[]
  readonly status: string
  /** The input that is wrong, for a faulty row. */
  readonly path: readonly string[]
}

/** The columns of a result: those of the file, then how each row was read, and its figures. */
class JobTable {
  /** Of the file. */
  readonly columns: readonly string[]
  readonly isBill: boolean
  readonly #places: ReadonlyMap<string, number>
  readonly #focus: string
  /** Rows that the page read itself, by their place in the result. */
  readonly #known: readonly (FleetRow | undefined)[] | undefined
  readonly #own: readonly string[]
  readonly #quantity: string

  readonly #file: FleetFile

  constructor({ file, view, conditions }: JobQuestion, header: readonly string[]) {
    this.#file = file
    this.#own = header.slice(0, header.indexOf('status'))
    this.columns = file.isRead ? file.columns : this.#own
    // Only lines of bills have rules.
    this.isBill = header.includes('rule')
    this.#places = new Map(header.map((name, at) => [name, at]))
    this.#quantity = this.#own.find((name) => isNamed(name, 'quantity')) ?? ''
    this.#focus = codeOf(view.focus)
    if (file.isRead && isSentWhole(file)) this.#known = rowsByIndex(file)
    else if (file.isRead)
      this.#known = file.rows.map((row) => ({ ...row, asset: withConditions(row.asset, conditions) }))
  }

  rowOf(index: number, cells: readonly string[]): TableRow {
    const textOf = (column: string) => cells[this.#places.get(column) ?? -1] ?? ''
    const numberOf = (column: string) => (textOf(column) === '' ? undefined : Number(textOf(column)))
    const own = cells.slice(0, this.#own.length)
    const [location = '', assumed] = textOf('assessed_in').split(' (')
    const [embedded, use, building, total] = [...PHASES, 'total'].map((phase) => numberOf(`${this.#focus}_${phase}`))
    const [named = '', path = ''] = /^(\w+(?:\.\w+)+): /.exec(textOf('fault')) ?? []
    // The path of an item says nothing to people.
    const fault = textOf('fault').slice(named.length)
    return {
      index,
      own,
      status: textOf('status'),
      path: path.split('.'),
      row: this.#known?.[index] ?? {
        cells: Object.fromEntries(this.#own.map((name, at) => [name, own[at] ?? ''])),
        quantity: this.isBill ? Number(textOf(this.#quantity) || 1) : countIn(textOf(this.#quantity)),
      },
      kind: nameOfKind(textOf('assessed_as')),
      location,
      isPlaceAssumed: assumed !== undefined,
      hours: numberOf('assessed_hours'),
      load: numberOf('assessed_load'),
      embedded,
      use,
      building,
      total,
      isInDataCentre: building !== 0,
      notes:
        textOf('warnings') === ''
          ? []
          : textOf('warnings')
              .split('; ')
              .map((message) => ({ message, about: '' })),
      ...(fault !== '' && { fault }),
    }
  }

  /** Rows with their assets, which the importers read from the file's own columns. */
  assessed(rows: readonly TableRow[]): readonly (AssessedRow & Pick<TableRow, 'index'>)[] {
    const imported = this.#known ?? this.#import(rows)
    return rows.map(({ index, own, status: _, path: __, row, ...figures }, place) => {
      const at = { where: this.#whereOf(index), file: 0, index, line: undefined }
      const known = imported[this.#known ? index : place]
      const unread = { label: own[0] ?? '', asset: {} as AssetInput, duration: undefined, warnings: [] }
      const whole: FleetRow = { ...unread, allocation: undefined, boundary: undefined, ...(known ?? row), at }
      const { use, isPlaceAssumed } = figures
      const isRead = Object.keys(whole.asset).length > 0
      return {
        ...figures,
        index,
        row: whole,
        assumptions: isRead
          ? assumptionsOf(whole.asset, { isPlaceAssumed, hasEnergy: use !== undefined, warnings: [] })
          : [],
      }
    })
  }

  /** Faulty rows. Those that the page read itself have cells to correct. */
  faulty(rows: readonly TableRow[]): readonly FleetFault[] {
    return this.assessed(rows).map(({ row, fault: message = '' }, place) => {
      const { path = [], index = 0 } = rows[place] ?? {}
      const at = (isSentWhole(this.#file) ? undefined : this.#known?.[index]?.at) ?? row.at
      const nearest = /Did you mean ([^?]+)\?/.exec(message)?.[1]?.split(', ') ?? []
      const cells = faultyCells({ ...row, at }, { path, nearest }, this.#file)
      const [cell] = cells
      // A sentence of its own names what it is about.
      const words = cell && /^[a-z]/.test(message) ? `${cell.column}: ${message}` : message
      return { at, label: row.label, quantity: row.quantity, code: '', message: words, cells }
    })
  }

  /** The line of a row if the page has read the file. A result does not say it: some files have none. */
  #whereOf(index: number): string {
    const line = isSentWhole(this.#file) ? this.#file.imported[index]?.line : undefined
    return line === undefined ? `row ${index + 1}` : `line ${line}`
  }

  #import(rows: readonly TableRow[]): readonly (FleetRow | undefined)[] {
    const lines = [this.#own, ...rows.map(({ own }) => own)]
    const text = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
    try {
      const file = importFleet(new File([], 'rows.csv'), new TextEncoder().encode(text), {
        map: {},
        corrections: new Map(),
      })
      return 'question' in file ? [] : rowsByIndex(file)
    } catch {
      // Its cells and figures are of use without it.
      return []
    }
  }
}

/** Rows in the order of the result; those with figures and those that the page fetches when they come into sight. */
class JobRows implements RowsSource {
  readonly #id: string
  readonly #table: JobTable
  readonly #starts: readonly number[]
  readonly #pages = new Map<number, readonly AssessedRow[]>()
  readonly count: number
  readonly assessed: number
  readonly largest: readonly AssessedRow[]

  constructor(
    id: string,
    table: JobTable,
    starts: readonly number[],
    { count, assessed, largest }: Pick<RowsSource, 'count' | 'assessed' | 'largest'>,
  ) {
    this.#id = id
    this.#table = table
    this.#starts = starts
    this.count = count
    this.assessed = assessed
    this.largest = largest
  }

  at(index: number): AssessedRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  }

  async fetch(from: number, to: number, signal: AbortSignal): Promise<void> {
    const pages = [...new Set([Math.floor(from / PAGE), Math.floor(Math.max(from, to - 1) / PAGE)])]
    await Promise.all(pages.filter((page) => !this.#pages.has(page)).map((page) => this.#fetchPage(page, signal)))
  }

  async #fetchPage(page: number, signal: AbortSignal): Promise<void> {
    const [from, to] = [this.#starts[page], this.#starts[page + 1]]
    if (from === undefined || to === undefined) return
    const range = `bytes=${from}-${to - 1}`
    const response = await checked(await request(pathOf(this.#id), { headers: { ...ACCEPT, range }, signal }))
    const rows = cellsOf(new Uint8Array(await response.arrayBuffer()))
    this.#pages.set(page, this.#table.assessed(rows.map((cells, at) => this.#table.rowOf(page * PAGE + at, cells))))
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest)
  }
}

function rowsByIndex(file: FleetFile): readonly (FleetRow | undefined)[] {
  const rows: (FleetRow | undefined)[] = new Array(file.imported.length)
  for (const row of file.rows) rows[row.at.index] = row
  return rows
}

function largestOf(rows: readonly TableRow[]): TableRow[] {
  return rows.toSorted((one, other) => (other.total ?? -1) - (one.total ?? -1)).slice(0, MOST_LARGEST)
}

function cellsOf(bytes: Uint8Array): readonly (readonly string[])[] {
  return bytes.length === 0 ? [] : readCells(new TextDecoder().decode(bytes), ',')
}

function joined(one: Uint8Array<ArrayBuffer>, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new Error(
    response.status === 404
      ? 'There is no such job, or it was removed.'
      : 'The service could not read the rows of the result.',
  )
}
