import { ImportError } from '../../import-error.ts'
import {
  type BillFormat,
  billFormatOf,
  checkHalfABill,
  columnsOf,
  LINE_FIELDS,
  type LineField,
} from '../bill-formats.ts'
import { BILL_REASONS } from '../bill-reasons.ts'
import { TOO_LARGE_COST } from '../billed-cost.ts'
import { creditsOrSum, type Dialect, type DialectName, dialectOf } from './dialect.ts'
import { kindOf, kindsSql } from './kinds-sql.ts'

export interface BillSqlOptions {
  readonly dialect: DialectName
  /** Names of the columns of the bill, as the database has them. */
  readonly header: readonly string[]
  /** The table of the bill, and that of the rate card, as SQL names them. */
  readonly bill: string
  readonly rates: string
  /** Columns of figures of the rate card that are read: `gwp_embedded`, `energy_kwh`. */
  readonly figures: readonly string[]
  /**
   * Columns to group by, `month`, or a field of a column that holds JSON (`Tags.team`); the usual ones where undefined.
   */
  readonly by?: readonly string[]
}

/** A view, and the query that it holds. */
export interface BillView {
  readonly name: string
  /** What it is for, a sentence. */
  readonly about: string
  readonly query: string
}

/** Names of the views, in the order in which they need each other. */
const [CELLS, TAKEN, KINDS, LINES, SUMS] = [
  'impact_cells',
  'impact_taken_back',
  'impact_kinds',
  'impact_lines',
  'impact_sums',
] as const

/** The largest quantity that is read, as the importer has it. */
const LARGEST = 1e21
const MONTH = 'month'

const EXCLUDED = Object.entries(BILL_REASONS)
  .filter(([, { isUnknown }]) => !isUnknown)
  .map(([code]) => `'${code}'`)
  .join(', ')

/**
 * The views that read a bill where it is: what each kind of line is, the lines with their figures, and sums of groups.
 * Throws an ImportError where the columns are those of no bill, or lack one to group by.
 */
export function billSql({ header, dialect: name, bill, rates, figures, by }: BillSqlOptions): readonly BillView[] {
  const dialect = dialectOf(name)
  const format = billFormatOf(header)
  if (format === undefined) {
    checkHalfABill(header)
    throw new ImportError(
      'No known bill has these columns. Expected FOCUS, AWS CUR, an Azure cost export or a Google Cloud billing export',
    )
  }
  const columns = billColumns(header, format, dialect)
  const groups = (by ?? usualGroups(columns, format)).map((group) => groupOf(group, columns, dialect))
  const clean = (key: string) => `CASE WHEN upper(trim(s.${key})) = 'NULL' THEN '' ELSE trim(s.${key}) END`
  const { keys } = columns
  const names = keys.map(({ key }) => key)
  const kindsOf = (cells: string) =>
    kindsSql({
      dialect,
      keys: names,
      field: (field) => columns.keyOf(field, clean),
      provider: format.provider,
      needsCharge: format.name === 'focus',
      cells,
      rates,
    })
  return [
    {
      name: CELLS,
      about: 'The columns of the bill that are read, as texts and numbers.',
      query: `SELECT ${kindOf(names, dialect, 'c')} AS k_kind, c.*\nFROM (\n  SELECT ${[...keys.map(({ key, sql }) => `${sql} AS ${key}`), ...columns.others].join(',\n  ')}, b.*\n  FROM ${bill} b\n) c`,
    },
    {
      name: TAKEN,
      about: 'Usage that negative lines cancel: the same thing on the same day.',
      query: takenSql(dialect),
    },
    {
      name: KINDS,
      about: 'Each kind of line: its rate, its units, or the reason to leave it out.',
      query: kindsOf(CELLS),
    },
    {
      name: LINES,
      about: 'Each line with its figures.',
      query: linesSql(rates, figures, dialect),
    },
    {
      name: SUMS,
      about: 'Sums of groups, with their lines and their cost.',
      query: sumsSql({ ...columns, groups, rates, figures, dialect, kinds: kindsOf('days') }),
    },
  ]
}

/** Something that lines are grouped by, as SQL of a line `c`. */
interface Grouped {
  readonly sql: string
  /** The column of the bill that it is read from, and how. */
  readonly from?: { readonly column: string; readonly read: (column: string) => string }
}

interface Group extends Grouped {
  readonly name: string
  /** Whether it is the month of a line, which its day has. */
  readonly isMonth?: boolean
}

function billColumns(header: readonly string[], format: BillFormat, dialect: Dialect) {
  const columns = columnsOf(header)
  const find = (names: readonly string[] | undefined) =>
    names?.map((each) => columns.get(each)).find((at) => at !== undefined)
  const own = (at: number) => `b.${dialect.id(header[at] as string)}`
  const asText = (sql: string) => `coalesce(${dialect.asText(sql)}, '')`
  const text = (at: number | undefined) => (at === undefined ? `''` : asText(own(at)))
  const places = LINE_FIELDS.flatMap((field): readonly (readonly [LineField, number])[] => {
    const at = find(format.fields[field])
    return at === undefined ? [] : [[field, at]]
  })
  const read = [...new Set(places.map(([, at]) => at))]
  const placeOf = (field: LineField) => places.find(([each]) => each === field)?.[1]
  const asKnown = (sql: string) =>
    `CASE WHEN upper(trim(${asText(sql)})) = 'NULL' THEN '' ELSE trim(${asText(sql)}) END`
  const ofBill = (at: number, read: (column: string) => string): Pick<Grouped, 'from'> => {
    return { from: { column: `c.${dialect.id(header[at] as string)}`, read } }
  }
  // A line that has only the other quantity has the other unit, too.
  const [quantity, otherQuantity, otherUnit] = [
    find(format.quantity) as number,
    find([format.otherwise?.quantity ?? '']),
    find([format.otherwise?.unit ?? '']),
  ]
  const isNone = (at: number) => `upper(trim(${text(at)})) IN ('', 'NULL')`
  const either = (own: string, other: (quantity: number, unit: number) => string) =>
    otherQuantity === undefined || otherUnit === undefined || otherQuantity === quantity
      ? own
      : `CASE WHEN ${isNone(quantity)} AND NOT ${isNone(otherQuantity)} THEN ${other(otherQuantity, otherUnit)} ELSE ${own} END`
  const unit = placeOf('unit')
  const currency = find(format.currency)
  const costs = format.costs.flatMap(({ column, of }) => {
    const at = columns.get(column)
    if (at === undefined) return []
    const number = dialect.asNumber(own(at))
    return [
      of === undefined ? number : `CASE WHEN ${dialect.matches(text(placeOf('charge')), of.source)} THEN ${number} END`,
    ]
  })
  const billed = costs.length > 1 ? `coalesce(${costs.join(', ')})` : (costs[0] ?? dialect.asNumber(`''`))
  const asMoney = (sql: string) => `CASE WHEN abs(${sql}) < ${dialect.number(TOO_LARGE_COST)} THEN ${sql} END`
  const credits = find(format.credits)
  const creditsOf = (arePaying: boolean) =>
    credits === undefined ? dialect.number(0) : creditsOrSum(dialect, own(credits), arePaying)
  return {
    keys: read.map((at, index) => {
      const sql = at === unit ? either(text(at), (_, other) => text(other)) : text(at)
      return { key: `k${index}`, sql, ...(sql === text(at) && ofBill(at, asText)) }
    }),
    currency: { sql: 'c.k_currency', ...(currency !== undefined && ofBill(currency, asKnown)) },
    keyOf(field: LineField, clean: (key: string) => string) {
      const at = placeOf(field)
      return at === undefined ? `''` : clean(`k${read.indexOf(at)}`)
    },
    others: [
      `${either(dialect.asNumber(own(quantity)), (other) => dialect.asNumber(own(other)))} AS k_quantity`,
      `${asMoney(credits === undefined ? billed : `${billed} + ${creditsOf(false)}`)} AS k_cost`,
      `${asMoney(creditsOf(true))} AS k_credits`,
      `${currency === undefined ? `''` : asKnown(own(currency))} AS k_currency`,
      `substr(${text(find(format.day))}, 1, 10) AS k_day`,
    ],
    find(wanted: string) {
      const at = header.findIndex((each) => each.toLowerCase() === wanted.toLowerCase())
      return at < 0 ? undefined : `c.${dialect.id(header[at] as string)}`
    },
    header,
    first: (names: readonly string[]) => {
      const at = find(names)
      return at === undefined ? [] : [header[at] as string]
    },
  }
}

/** Account, service, region and month, as far as the bill has them. */
function usualGroups({ first }: ReturnType<typeof billColumns>, { account, fields }: BillFormat): readonly string[] {
  return [
    ...first(account),
    ...first([...(fields.service ?? []), ...(fields.serviceCode ?? [])]),
    ...first(fields.region ?? []),
    MONTH,
  ]
}

function groupOf(name: string, { find, header }: ReturnType<typeof billColumns>, dialect: Dialect): Group {
  const own = find(name)
  const read = (column: string) => `coalesce(${dialect.asText(column)}, '')`
  if (own !== undefined) return { name, sql: read(own), from: { column: own, read } }
  if (name.toLowerCase() === MONTH) return { name: MONTH, sql: monthOf(dialect, 'c.k_day'), isMonth: true }
  const dot = name.indexOf('.')
  const outer = dot < 1 ? undefined : find(name.slice(0, dot))
  if (outer === undefined)
    throw new ImportError(`The bill has no column ${name} to group by. It has ${header.join(', ').slice(0, 400)}`)
  return { name, sql: `coalesce(${dialect.field(outer, name.slice(dot + 1))}, '')` }
}

/** The month of a date as the importer reads it: `2026-10` of `2026-10-01`, of `20261001` and of `10/01/2026`. */
function monthOf({ concat }: Dialect, day: string): string {
  return `CASE WHEN ${day} LIKE '____-__%' THEN substr(${day}, 1, 7)
    WHEN ${day} LIKE '__/__/____' THEN ${concat(`substr(${day}, 7, 4)`, `'-'`, `substr(${day}, 1, 2)`)}
    WHEN ${day} LIKE '________%' THEN ${concat(`substr(${day}, 1, 4)`, `'-'`, `substr(${day}, 5, 2)`)} ELSE '' END`
}

function takenSql({ number }: Dialect): string {
  const sum = (condition: string) => `sum(CASE WHEN ${condition} THEN c.k_quantity ELSE ${number(0)} END)`
  return `SELECT c.k_kind, c.k_day, ${sum('c.k_quantity > 0')} AS given, -${sum('c.k_quantity < 0')} AS taken
FROM ${CELLS} c
JOIN (SELECT DISTINCT k_kind, k_day FROM ${CELLS} WHERE k_quantity < 0) n ON c.k_kind = n.k_kind AND c.k_day = n.k_day
WHERE abs(c.k_quantity) <= ${number(LARGEST)}
GROUP BY c.k_kind, c.k_day`
}

/** The remaining share of a quantity: credits cannot exceed the usage. */
function quantityLeft({ number }: Dialect): string {
  return `CASE WHEN t.given IS NULL OR t.taken > t.given THEN c.k_quantity WHEN t.given = 0 OR c.k_quantity < 0 THEN ${number(0)}
    ELSE c.k_quantity * (1 - t.taken / t.given) END`
}

/** Cells of a bill with what each is, and what is left of its quantity. */
function readSql(dialect: Dialect): string {
  return `SELECT c.*, k.provider AS impact_provider, k.region AS impact_region, k.class AS impact_class, k.name AS impact_name,
    k.rule AS impact_rule, k.units AS impact_units_each, k.reason AS kind_reason, ${quantityLeft(dialect)} AS impact_quantity
  FROM ${CELLS} c
  JOIN ${KINDS} k ON k.k_kind = c.k_kind
  LEFT JOIN ${TAKEN} t ON t.k_kind = c.k_kind AND t.k_day = c.k_day`
}

const isRate = (one: string) =>
  ['provider', 'region', 'class', 'name'].map((name) => `r.${name} = ${one}.impact_${name}`).join(' AND ')

function isCounted(sql: string, { number }: Dialect): string {
  return `(${sql} >= 0 AND ${sql} <= ${number(LARGEST)})`
}

function linesSql(rates: string, figures: readonly string[], dialect: Dialect): string {
  const many = `CASE WHEN l.kind_reason = '' AND ${isCounted('l.impact_quantity', dialect)} THEN l.impact_quantity * l.impact_units_each END`
  const reason = `CASE WHEN l.kind_reason <> '' THEN l.kind_reason WHEN ${isCounted('l.impact_quantity', dialect)} THEN '' ELSE 'INVALID_QUANTITY' END`
  return `SELECT l.*, r.unit AS impact_unit, ${reason} AS impact_reason, ${many} AS impact_units,
  ${figures.map((name) => `r.${name} * ${many} AS ${name}`).join(',\n  ')},
  r.warnings AS impact_warnings, r.quality AS impact_quality, r.release AS impact_release
FROM (
  ${readSql(dialect)}
) l LEFT JOIN ${rates} r ON ${isRate('l')}`
}

interface Sums extends Pick<ReturnType<typeof billColumns>, 'keys' | 'currency'> {
  readonly groups: readonly Group[]
  readonly rates: string
  readonly figures: readonly string[]
  readonly dialect: Dialect
  /** SQL of the kinds of line among the relation `days`. */
  readonly kinds: string
}

/**
 * Lines are grouped once, by day and by the sign of their quantity. Everything else is done to groups: a bill of 100
 * million lines has far fewer of these. Where columns of any type can be grouped, the texts of keys are read after it,
 * too.
 */
function sumsSql({ keys, currency, groups, rates, figures, dialect, kinds }: Sums): string {
  const { id, number, groupsAnything = false } = dialect
  const zero = number(0)
  const names = groups.map(({ isMonth }, at) => (isMonth ? 'month_of_day' : `g${at}`))
  const own = groups.flatMap((group, at) => (group.isMonth ? [] : [{ ...group, name: `g${at}` }]))
  const held = (alias: string) =>
    ['k_day', 'k_currency', ...own.map(({ name }) => name)].map((name) => `${alias}.${name}`).join(', ')
  const sign = `CASE WHEN ${isCounted('c.k_quantity', dialect)} THEN 1 WHEN ${isCounted('-c.k_quantity', dialect)} THEN -1 ELSE 0 END`
  const grouped = [
    ...keys.map(({ key, from }): Grouped & { name: string } => ({ name: key, sql: `c.${key}`, ...(from && { from }) })),
    { name: 'k_day', sql: 'c.k_day' },
    { name: 'k_currency', ...currency },
    ...own,
  ].map(({ name, sql, from }) =>
    from && groupsAnything
      ? { name, line: from.column, value: `${from.read(`e.${name}`)} AS ${name}` }
      : { name, line: sql, value: `e.${name}` },
  )
  const ofSign = (sign: number) => `sum(CASE WHEN d.quantity_sign = ${sign} THEN d.quantity ELSE ${zero} END)`
  const sum = (sql: string) => `sum(${sql})`
  return `WITH days ${dialect.once} (
  SELECT ${kindOf(
    keys.map(({ key }) => key),
    dialect,
    'd',
  )} AS k_kind, d.*
  FROM (
    SELECT ${grouped.map(({ value }) => value).join(', ')}, e.quantity_sign, e.line_count, e.quantity, e.cost, e.credits
    FROM (
      SELECT ${grouped.map(({ name, line }) => `${line} AS ${name}`).join(', ')}, ${sign} AS quantity_sign,
        count(*) AS line_count, sum(c.k_quantity) AS quantity, coalesce(sum(c.k_cost), ${zero}) AS cost,
        coalesce(sum(c.k_credits), ${zero}) AS credits
      FROM ${CELLS} c
      GROUP BY ${[...grouped.map(({ line }) => line), sign].join(', ')}
    ) e
  ) d
),
same_day AS (
  SELECT d.k_kind, d.k_day, ${ofSign(1)} AS given, -${ofSign(-1)} AS taken
  FROM days d GROUP BY d.k_kind, d.k_day HAVING min(d.quantity_sign) < 0
),
kinds ${dialect.once} (
${kinds}
),
lines AS (
  SELECT ${held('d')}, d.line_count, d.cost, d.credits, k.reason, k.provider AS impact_provider, k.region AS impact_region, k.class AS impact_class,
    k.name AS impact_name,
    CASE WHEN d.quantity_sign = 1 AND t.given > 0 AND t.taken <= t.given THEN d.quantity * (1 - t.taken / t.given)
      WHEN d.quantity_sign = 1 THEN d.quantity ELSE ${zero} END * k.units AS many,
    CASE WHEN k.reason = '' AND (d.quantity_sign = 1 OR d.quantity_sign = -1 AND t.taken <= t.given) THEN d.line_count ELSE 0 END AS read_lines
  FROM days d JOIN kinds k ON k.k_kind = d.k_kind
  LEFT JOIN same_day t ON t.k_kind = d.k_kind AND t.k_day = d.k_day
),
assessed AS (
  SELECT ${held('l')}, l.line_count, l.cost, l.credits, l.many, l.reason, l.read_lines, ${monthOf(dialect, 'l.k_day')} AS month_of_day,
    CASE WHEN r.warnings LIKE '%NO_ELECTRICITY_FACTOR%' THEN l.read_lines ELSE 0 END AS lines_without_factor,
    ${figures.map((name) => `r.${name} AS ${name}`).join(', ')}
  FROM lines l LEFT JOIN ${rates} r ON ${isRate('l')}
)
SELECT ${[
    ...groups.map(({ name }, at) => `l.${names[at]} AS ${id(name.replaceAll('.', '_'))}`),
    'l.k_currency AS currency',
    `${sum('l.line_count')} AS line_count`,
    `${sum('l.read_lines')} AS assessed_lines`,
    `${sum(`CASE WHEN l.reason IN (${EXCLUDED}) THEN l.line_count ELSE 0 END`)} AS excluded_lines`,
    `${sum(`CASE WHEN l.reason = '' THEN l.line_count - l.read_lines WHEN l.reason IN (${EXCLUDED}) THEN 0 ELSE l.line_count END`)} AS unknown_lines`,
    `${sum('l.lines_without_factor')} AS lines_without_factor`,
    `${sum(`CASE WHEN l.reason = 'CREDIT' THEN ${zero} ELSE l.cost END`)} AS cost`,
    `${sum(`CASE WHEN l.read_lines > 0 THEN l.cost ELSE ${zero} END`)} AS assessed_cost`,
    `${sum(`CASE WHEN l.reason = 'CREDIT' THEN l.cost ELSE ${zero} END + l.credits`)} AS credits`,
    ...figures.map((name) => `sum(l.${name} * l.many) AS ${name}`),
  ].join(',\n  ')}
FROM assessed l
GROUP BY ${[...names.map((name) => `l.${name}`), 'l.k_currency'].join(', ')}`
}
