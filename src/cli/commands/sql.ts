import { writeFile } from 'node:fs/promises'
import { Argument, Command, Option } from 'commander'
import { type BillView, billSql } from '../../importers/billing/sql/bill-sql.ts'
import { DIALECTS, type DialectName } from '../../importers/billing/sql/dialect.ts'
import { BOUNDARIES, type Boundary, type Criterion, DEFAULT_CRITERIA, phasesWithin } from '../../library/index.ts'
import { readBoundary, readCriteria, readFields, UsageError } from '../options.ts'

interface SqlOptions {
  readonly dialect: DialectName
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
    .description('write SQL for a bill in a warehouse: views of its lines with their impacts, and of their sums')
    .addArgument(new Argument('[bill]', 'an export of the bill, CSV or Parquet, for the names of its columns'))
    .addOption(new Option('--dialect <name>', 'database').choices([...DIALECTS]).makeOptionMandatory())
    .option('--columns <names>', 'columns of the bill, separated by commas, instead of an export', readFields)
    .option('--table <name>', 'table of the bill (default: bill; for DuckDB the export itself)')
    .option('--rates <name>', 'table of the rate card, for DuckDB also its file', 'rates')
    .option(
      '--by <columns>',
      'columns to sum by, separated by commas; may include month or a JSON field such as Tags.team (default: account, service, region, month)',
      readFields,
    )
    .option('--criteria <codes>', 'criteria, separated by commas (default: gwp,adp,pe)', readCriteria)
    .option('--boundary <which>', `boundary of the rate card: ${BOUNDARIES.join(' or ')} (default)`, readBoundary)
    .option('-o, --output <file>', 'file to write to (default: the standard output)')
    .action(writeSql)
}

async function writeSql(bill: string | undefined, options: SqlOptions): Promise<void> {
  const { dialect, columns, rates, by, boundary = 'DATA_CENTRE', output, table } = options
  const criteria = options.criteria === 'all' ? await allCriteria() : (options.criteria ?? DEFAULT_CRITERIA)
  if ((bill === undefined) === (columns === undefined))
    throw new UsageError('Give the export of a bill, or --columns with the names of its columns')
  const header = columns ?? (await headerOf(bill as string))
  const views = billSql({
    dialect,
    header,
    bill: table ?? (dialect === 'duckdb' && bill !== undefined ? fileOf(bill) : 'bill'),
    rates: dialect === 'duckdb' && /\.(parquet|csv|json)$/i.test(rates) ? fileOf(rates) : rates,
    figures: [...criteria.flatMap((code) => phasesWithin(boundary).map((phase) => `${code}_${phase}`)), 'energy_kwh'],
    ...(by && { by }),
  })
  const script = `${views.map(statementOf).join('\n\n')}\n`
  if (output === undefined) process.stdout.write(script)
  else await writeFile(output, script)
}

function statementOf({ name, about, query }: BillView): string {
  return `-- ${about}\nCREATE OR REPLACE VIEW ${name} AS\n${query};`
}

/** A file as a table of DuckDB. */
function fileOf(file: string): string {
  const text = `'${file.replaceAll("'", "''")}'`
  return /\.parquet$/i.test(file) ? `read_parquet(${text})` : `read_csv(${text}, all_varchar = true)`
}

/** Those of a rate card with all criteria. */
async function allCriteria(): Promise<readonly Criterion[]> {
  const { openAssessor } = await import('../../bulk/open-assessor.ts')
  return openAssessor().criteria
}

async function headerOf(file: string): Promise<readonly string[]> {
  const { columnsOfFile } = await import('../../bulk/columns-of-file.ts')
  return columnsOfFile(file)
}
