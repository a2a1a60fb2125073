import { tableOfLines, tableOfRecords } from './billing/bill-lines.ts'
import { shorten } from './check-asset.ts'
import { importLshw, isLshw } from './hardware/import-lshw.ts'
import { importNodes, isNodes } from './hardware/import-nodes.ts'
import { ImportError } from './import-error.ts'
import type { ImportedFile, ImportedRow, RowWarning } from './imported.ts'
import { cloudMachinesIn } from './list/cloud-machines.ts'
import { importLines } from './list/import-lines.ts'
import { importList } from './list/import-list.ts'
import { assetOf, columnsOf, type Item, isObject, textOf } from './list/read-item.ts'
import { parseJson } from './parse-json.ts'
import { importPlan, isPlan, type PlanSide } from './plan/import-plan.ts'
import type { ColumnMap } from './table/columns.ts'
import { type Corrections, importRows, importTable } from './table/import-table.ts'
import { isEmpty } from './table/read-cell.ts'
import { textOfFile } from './text-of-file.ts'

export interface ImportOptions {
  /** Columns of a table by their names in it: `{ Rechner: 'label', Raum: 'none' }`; `none` skips the column. */
  readonly map?: ColumnMap | undefined
  /** Which side of a plan to read: the planned state (the default) or the current one. */
  readonly side?: PlanSide | undefined
  /** Cells that override those of the file, by line and column: `new Map([[5, { kind: 'laptop' }]])`. */
  readonly corrections?: Corrections | undefined
}

/**
 * Reads a file as people have it, in any encoding. Its content decides what it is.
 *
 * - A table of assets (CSV), or a cloud bill as CSV or JSON, in a list or one object per line.
 * - Assets as JSON, in a list or one per line, and instances as the commands of AWS, Azure and Google Cloud list them.
 * - A plan of Terraform, nodes of Kubernetes, or the hardware of a machine (lshw).
 *
 * A faulty row never stops the others. For an unreadable file, an ImportError has the reason.
 *
 * Example: `importFile('kind,cpu_name\nserver,Xeon Gold 6138\n').rows[0].asset`
 */
export function importFile(file: string | Uint8Array, { map, side, corrections }: ImportOptions = {}): ImportedFile {
  const text = typeof file === 'string' ? file : textOfFile(file)
  const start = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 1)
  if (start === '<') throw new ImportError(markup(text))
  if (start === '') throw new ImportError('The file is empty')
  const other = otherOfTerraform(text)
  if (other !== undefined) throw new ImportError(`This is ${other}. ${PLAN_AS_JSON}`)
  const program = programOf(text)
  if (program !== undefined) throw new ImportError(`This is the output of ${program}. ${MACHINES_OTHERWISE}`)
  if (start !== '{' && start !== '[') return importTable(text, map, corrections)
  if (isOnePerLine(text)) {
    const bill = tableOfLines(text)
    return bill === undefined ? importLines(text, map) : importRows(bill, { size: text.length, map, corrections })
  }
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  if ('fault' in parsed) {
    // A text with one value per line stays one even if a line is faulty.
    if (start === '{' && text.trim().includes('\n{')) return importLines(text, map)
    throw new ImportError(`The file is ${parsed.fault}`)
  }
  const bill = tableOfRecords(parsed.value)
  return bill === undefined
    ? importDocument(parsed.value, { map, side })
    : importRows(bill, { size: text.length, map, corrections })
}

const PLAN_AS_JSON = 'Run terraform plan -out plan.bin, then terraform show -json plan.bin > plan.json'

/** What a text of Terraform is that is not a plan as JSON. Undefined for other texts. */
function otherOfTerraform(text: string): string | undefined {
  const beginning = text.slice(0, 20_000)
  if (/^\s*\{"@level":.*"@module":"terraform/.test(beginning)) return 'the log of terraform plan -json'
  if (
    /^Terraform (used the selected providers|will perform)|^ *# \S+ will be (created|destroyed|updated)/m.test(
      beginning,
    )
  )
    return 'the readable output of terraform plan'
  if (/^(resource|data|module|provider) "[\w-]+"( "[\w-]+")? \{/m.test(beginning)) return 'Terraform source code'
  return undefined
}

const MACHINES_OTHERWISE = 'Save that of lshw -json instead, or write a table with one row per machine'

/** Programs that describe a machine as text, by what only they print. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^Architecture:\s[\s\S]*^(Model name|CPU\(s\)):\s/m, 'lscpu'],
  [/^# dmidecode|^Handle 0x\w+, DMI type/m, 'dmidecode'],
  [/^=+NVSMI LOG=+/m, 'nvidia-smi -q'],
  [/^System:\s+(Host|Kernel):\s/m, 'inxi'],
  [/^Host Name:\s[\s\S]*^OS Name:\s/m, 'systeminfo'],
  [/^ +\*-core\s*$/m, 'lshw'],
]

/** The program that printed a text about a machine. Undefined for other texts. */
function programOf(text: string): string | undefined {
  const beginning = text.slice(0, 5000)
  return PROGRAMS.find(([prints]) => prints.test(beginning))?.[1]
}

/** Some systems export tables as HTML or XML under a spreadsheet's file name. */
function markup(text: string): string {
  const what = /<(html|table|!doctype html)/i.test(text.slice(0, 2000)) ? 'an HTML page' : 'an XML file'
  return `This is ${what}. Open it in a spreadsheet and save the table as CSV`
}

/**
 * Reads a JSON document: a plan, nodes, hardware, a list of assets or one asset. Throws an ImportError for anything
 * else.
 */
export function importDocument(document: unknown, { map, side }: ImportOptions = {}): ImportedFile {
  if (isPlan(document)) return importPlan(document, side)
  if (isNodes(document)) return importNodes(document)
  if (isLshw(document)) return importLshw(document)
  const machines = cloudMachinesIn(document)
  if (machines !== undefined) {
    const { warning, items, notRead } = machines
    const list = importList(items, map)
    const rows = warning === undefined ? list.rows : list.rows.map((row) => warned(row, warning))
    return { ...list, rows, notRead }
  }
  if (isObject(document) && typeof document.apiVersion === 'string' && typeof document.kind === 'string')
    throw new ImportError(
      `This is a Kubernetes ${shorten(document.kind)}. It does not say which machines it runs on. Run kubectl get nodes -o json`,
    )
  const within = listWithin(document)
  if (within !== undefined) {
    const { notRead, ...list } = importList(within.list, map)
    return { ...list, notRead: [...notRead, ...within.others] }
  }
  const items: readonly unknown[] = Array.isArray(document) ? document : [document]
  if (items.length > 0 && items.every(isOther)) {
    const list = Array.isArray(document) ? 'a JSON list. Its first item is ' : ''
    throw new ImportError(`This is ${list}${objectWords(items[0] as Item)}. ${KNOWN_JSON}`)
  }
  return importList(items, map)
}

function warned(row: ImportedRow, warning: RowWarning): ImportedRow {
  return 'asset' in row ? { ...row, warnings: [...(row.warnings ?? []), warning] } : row
}

const KNOWN_JSON =
  'Expected assets, a cloud bill, a plan (terraform show -json), nodes (kubectl get nodes -o json) or hardware (lshw -json)'

/** Whether a value is an object without an asset or a known column. */
function isOther(value: unknown): boolean {
  return isObject(value) && assetOf(value) === undefined && columnsOf(value) === undefined
}

/**
 * The list of objects in an object that holds no other and describes nothing, as APIs answer: `{"data": [...]}`. The
 * others are the keys beside it that say something.
 */
function listWithin(document: unknown) {
  if (!isObject(document) || Object.hasOwn(document, 'quantity') || !isOther(withoutCounts(document))) return undefined
  const keys = Object.keys(document)
  const lists = keys.filter((key) => Array.isArray(document[key]) && (document[key] as unknown[]).every(isObject))
  const [key = ''] = lists
  const list = document[key] as readonly unknown[]
  const others = keys.filter((each) => each !== key)
  if (lists.length !== 1 || list.every(isOther)) return undefined
  return { list, others: others.filter((each) => !isEmpty(textOf(document[each]))) }
}

/** `count` and `total` beside a list are how many there are in all pages. */
function withoutCounts(document: Item): Item {
  return Object.fromEntries(Object.entries(document).filter(([key]) => !/^(count|total)$/i.test(key)))
}

const SHOWN_KEYS = 5

/** `a JSON object with the keys name, version and 7 more` */
function objectWords(value: Item): string {
  const keys = Object.keys(value)
  if (keys.length === 0) return 'an empty JSON object'
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => key.slice(0, 40))
  const more = keys.length > SHOWN_KEYS ? ` and ${keys.length - SHOWN_KEYS} more` : ''
  return `a JSON object with the key${keys.length === 1 ? '' : 's'} ${shown.join(', ')}${more}`
}

/** Whether the first line is a whole JSON object, and another line follows. */
export function isOnePerLine(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').trimStart()
  const end = lines.indexOf('\n')
  if (end < 0 || !lines.startsWith('{') || lines.slice(end).trim() === '') return false
  return !('fault' in parseJson(lines.slice(0, end)))
}
