import { Argument, Command, Option } from 'commander'
import type { TableFile } from '../../bulk/open-source.ts'
import { type BillView, billSql } from '../../importers/billing/sql/bill-sql.ts'
import { DIALECTS, type DialectName, dialectOf } from '../../importers/billing/sql/dialect.ts'
import { BOUNDARIES, type Boundary, type Criterion, DEFAULT_CRITERIA, phasesWithin } from '../../library/index.ts'
import { readBoundary, readCriteria, readFields, UsageError } from '../options.ts'
import { writeText } from './totals.ts'

interface SqlOptions {
  readonly dialect?: DialectName
  readonly columns?: readonly string[]
  readonly table?: string
  readonly rates: string
  readonly by?: readonly string[]
  readonly criteria?: readonly Criterion[] | 'all'
  readonly boundary?: Boundary
  readonly output?: string
}

/** `impactql sql bill.parquet --dialect duckdb`: the SQL that joins a bill with a rate card. */
export function sqlCommand(): Command {
  return new Command('sql')
    .description('write SQL for a bill in a warehouse: a view of its lines with their impacts, and views of the sums')
    .addArgument(
      new Argument(
        '[bill]',
        "export of the bill: CSV, JSON, Parquet or a pattern of Parquet files ('bills/*.parquet'). The command reads its column names",
      ),
    )
    .addOption(new Option('--dialect <name>', 'database that runs the SQL; required').choices([...DIALECTS]))
    .option('--columns <names>', 'columns of the bill, separated by commas, instead of an export', readFields)
    .option(
      '--table <name>',
      'name of the table that holds the bill (default: bill). Not used for DuckDB, whose SQL reads the export file. Not used for PostgreSQL with --rates FILE, whose SQL loads the export file and the rate card',
    )
    .option(
      '--rates <name>',
      'table of the rate card, or its file (DuckDB: .parquet, .csv or .json, PostgreSQL: .csv)',
      'rates',
    )
    .option(
      '--by <columns>',
      'columns to sum by, separated by commas; may include month or a JSON field such as Tags.team (default: account, service, region, month)',
      readFields,
    )
    .option('--criteria <codes>', 'criteria, separated by commas (default: gwp,adp,pe)', readCriteria)
    .option('--boundary <which>', `boundary of the rate card: ${BOUNDARIES.join(' or ')} (default)`, readBoundary)
    .option('-o, --output <file>', 'file for the SQL. Use - for the standard output (default)')
    .action(writeSql)
}

async function writeSql(bill: string | undefined, options: SqlOptions): Promise<void> {
  const { dialect, columns, rates, by, boundary = 'DATA_CENTRE', output, table } = options
  if (dialect === undefined) throw new UsageError(`Name the database with --dialect: ${DIALECTS.join(', ')}`)
  const criteria = options.criteria === 'all' ? await allCriteria() : (options.criteria ?? DEFAULT_CRITERIA)
  if ((bill === undefined) === (columns === undefined))
    throw new UsageError('Name an export of the bill, or give its column names with --columns')
  const opened = columns === undefined ? await openedTable(bill as string) : undefined
  const header = columns ?? [...(opened?.columns ?? []), ...(opened?.fields ?? [])]
  const figures = [
    ...criteria.flatMap((code) => phasesWithin(boundary).map((phase) => `${code}_${phase}`)),
    'energy_kwh',
  ]
  const files = await filesOf({ bill: table === undefined ? opened : undefined, header, rates, figures, dialect })
  const views = billSql({
    dialect,
    header,
    bill: files.bill ?? table ?? 'bill',
    rates: files.rates ?? rates,
    figures,
    ...(by && { by }),
  })
  const about = tablesNote(
    files.bill === undefined ? (table ?? 'bill') : undefined,
    files.rates === undefined ? rates : undefined,
  )
  const script = `${[...about, ...files.loads, ...views.map(statementOf)].join('\n\n')}\n`
  if (output === undefined) process.stdout.write(script)
  else await writeText(output, script)
}

/** A comment that names the tables that must be in the database. */
function tablesNote(bill: string | undefined, rates: string | undefined): readonly string[] {
  const card = rates && `${rates} (written by impactql rate-card)`
  const tables = [bill, card].filter((each) => each !== undefined)
  return tables.length === 0 ? [] : [`-- Reads the table${tables.length === 1 ? '' : 's'} ${tables.join(' and ')}.`]
}

/** A file and what it holds. */
type OpenedTable = TableFile & { readonly file: string }

interface Files {
  /** Undefined if the bill is a table. */
  readonly bill: OpenedTable | undefined
  readonly header: readonly string[]
  /** A file, or a table. */
  readonly rates: string
  readonly figures: readonly string[]
  readonly dialect: DialectName
}

interface FileTables {
  readonly bill?: string
  readonly rates?: string
  /** Commands that load the files. */
  readonly loads: readonly string[]
}

/**
 * Files as tables: DuckDB reads them where they are, and psql loads them. Throws a UsageError for a file that psql does
 * not load.
 */
async function filesOf(files: Files): Promise<FileTables> {
  const { bill, rates, figures, dialect } = files
  const isFile = /\.(parquet|csv|json)$/i.test(rates)
  if (dialect === 'postgres' && isFile) return loadedByPsql(files)
  if (dialect !== 'duckdb') return { loads: [] }
  return {
    loads: [],
    ...(bill !== undefined && { bill: readBill(bill) }),
    ...(isFile && { rates: await readRates(rates, figures) }),
  }
}

const { id, text } = dialectOf('postgres')

/** The commands of psql replace the tables of an earlier run, and the views of these. */
async function loadedByPsql({ bill, header, rates }: Files): Promise<FileTables> {
  for (const file of [bill?.file, rates])
    if (file !== undefined && !/\.csv$/i.test(file))
      throw new UsageError(
        `psql loads CSV files, not ${file}. Export the data as .csv, or load the file yourself and name its table with --table or --rates`,
      )
  const { CARD_TEXTS } = await import('../../bulk/write-rate-card.ts')
  const load = (table: string, file: string, columns: readonly string[], typeOf: (column: string) => string) =>
    `-- ${file}
DROP TABLE IF EXISTS ${table} CASCADE;
CREATE TABLE ${table} (${columns.map((name) => `${id(name)} ${typeOf(name)}`).join(', ')});
\\copy ${table} FROM ${text(file)} WITH (FORMAT csv, HEADER)
ANALYZE ${table};`
  const tables = { rates: 'impact_rates', ...(bill !== undefined && { bill: 'impact_bill' }) }
  const { columns: card } = await openedTable(rates)
  return {
    ...tables,
    loads: [
      '\\set ON_ERROR_STOP on',
      ...(bill === undefined ? [] : [load('impact_bill', bill.file, header, () => 'text')]),
      load(tables.rates, rates, card, (name) => (CARD_TEXTS.includes(name) ? 'text' : 'double precision')),
    ],
  }
}

function statementOf({ name, about, query }: BillView): string {
  return `-- ${about}\nCREATE OR REPLACE VIEW ${name} AS\n${query};`
}

const READ = {
  csv: (file: string) => `read_csv(${file}, all_varchar = true)`,
  json: (file: string) => `read_json(${file})`,
  parquet: (file: string) => `read_parquet(${file}, union_by_name = true)`,
} as const

/** An export of a bill as a table of DuckDB, with fields of its records as columns. */
function readBill({ file, format, fields }: OpenedTable): string {
  const read = READ[format](text(file))
  const inside = fields.map((name) => `${name.split('.').map(id).join('.')} AS ${id(name)}`)
  return inside.length === 0 ? read : `(SELECT *, ${inside.join(', ')} FROM ${read})`
}

/** A rate card as a table of DuckDB. A column of CSV or JSON without values would have no type otherwise. */
async function readRates(file: string, figures: readonly string[]): Promise<string> {
  if (/\.parquet$/i.test(file)) return `read_parquet(${text(file)})`
  const { CARD_TEXTS } = await import('../../bulk/write-rate-card.ts')
  const types = [
    ...CARD_TEXTS.map((name) => `${id(name)}: 'VARCHAR'`),
    ...[...figures, 'quality'].map((name) => `${id(name)}: 'DOUBLE'`),
  ]
  const [read, option] = /\.json$/i.test(file) ? ['read_json', 'columns'] : ['read_csv', 'types']
  return `${read}(${text(file)}, ${option} = {${types.join(', ')}})`
}

/** Those of a rate card with all criteria. */
async function allCriteria(): Promise<readonly Criterion[]> {
  const { openAssessor } = await import('../../bulk/open-assessor.ts')
  return openAssessor().criteria
}

async function openedTable(file: string): Promise<OpenedTable> {
  const [{ columnsOfFile }, { reasonUnread }] = await Promise.all([
    import('../../bulk/open-source.ts'),
    import('../../bulk/reason-unread.ts'),
  ])
  const opened = await columnsOfFile(file).catch((error: unknown) => {
    const reason = reasonUnread(error)
    throw reason === undefined ? error : new Error(`${file}: ${reason}`)
  })
  return { ...opened, file }
}
