import { ImportError } from '../../import-error.ts'
import {
  type BillFormat,
  billFormatOf,
  checkHalfABill,
  columnsOf,
  LINE_FIELDS,
  type LineField,
  placedCosts,
} from '../bill-formats.ts'
import { DAY_FIRST } from '../bill-groups.ts'
import { BILL_REASONS, INVALID_QUANTITY, REFUNDED } from '../bill-reasons.ts'
import { TOO_LARGE_COST } from '../billed-cost.ts'
import { creditsOrSum, type Dialect, type DialectName, dialectOf } from './dialect.ts'
import { isRate, kindsSql } from './kinds-sql.ts'

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
      query: `SELECT ${[...keys.map(({ key, sql }) => `${sql} AS ${key}`), ...columns.others].join(',\n  ')}, b.*\nFROM ${bill} b ${dialect.fence}`,
    },
    {
      name: TAKEN,
      about: 'Cancelled usage. A negative line cancels usage of the same kind on the same day.',
      query: takenSql(names, dialect),
    },
    {
      name: KINDS,
      about: 'Each kind of line: its rate, its units, or the reason to leave it out.',
      query: kindsOf(CELLS),
    },
    {
      name: LINES,
      about: 'Each line with its figures.',
      query: linesSql({ rates, figures, dialect, keys: names }),
    },
    {
      name: SUMS,
      about: 'Sums of groups, with their lines and their cost.',
      query: sumsSql({ ...columns, keys: names, groups, rates, figures, dialect, kinds: kindsOf('days') }),
    },
  ]
}

interface Group {
  readonly name: string
  /** SQL of a line `c`. */
  readonly sql: string
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
  const day = find(format.day)
  const amount = (at: number) => dialect.asNumber(own(at))
  const costs = placedCosts(format, columns).map(({ plus, minus, of, named }) => {
    const sum = plus.map(amount).join(' + ') || dialect.number(0)
    const number = minus === undefined ? sum : `(${sum}) - ${amount(minus)}`
    const isOne = [
      ...(of === undefined ? [] : [dialect.matches(text(placeOf('charge')), of.source)]),
      ...(named === undefined ? [] : [`${asKnown(own(named))} <> ''`]),
    ].join(' AND ')
    return isOne === '' ? number : `CASE WHEN ${isOne} THEN ${number} END`
  })
  const billed = costs.length > 1 ? `coalesce(${costs.join(', ')})` : (costs[0] ?? dialect.asNumber(`''`))
  const asMoney = (sql: string) => `CASE WHEN abs(${sql}) < ${dialect.number(TOO_LARGE_COST)} THEN ${sql} END`
  const credits = find(format.credits)
  const creditsOf = (arePaying: boolean) =>
    credits === undefined ? dialect.number(0) : creditsOrSum(dialect, own(credits), arePaying)
  return {
    keys: read.map((at, index) => {
      return { key: `k${index}`, sql: at === unit ? either(text(at), (_, other) => text(other)) : text(at) }
    }),
    keyOf(field: LineField, clean: (key: string) => string) {
      const at = placeOf(field)
      return at === undefined ? `''` : clean(`k${read.indexOf(at)}`)
    },
    others: [
      `${either(dialect.asNumber(own(quantity)), (other) => dialect.asNumber(own(other)))} AS k_quantity`,
      `${asMoney(credits === undefined ? billed : `${billed} + ${creditsOf(false)}`)} AS k_cost`,
      `${asMoney(creditsOf(true))} AS k_credits`,
      `${currency === undefined ? `''` : asKnown(own(currency))} AS k_currency`,
      `substr(${text(day)}, 1, 10) AS k_day`,
    ],
    days: day === undefined ? ['c.k_day'] : dialect.days(`c.${dialect.id(header[day] as string)}`, 'c.k_day'),
    // One of the days of a group is each of them.
    textOfDay: day === undefined ? `''` : `substr(${asText(`max(c.${dialect.id(header[day] as string)})`)}, 1, 10)`,
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
  if (own !== undefined) return { name, sql: `coalesce(${dialect.asText(own)}, '')` }
  if (name.toLowerCase() === MONTH) return { name: MONTH, sql: 'd.month_of_day' }
  const dot = name.indexOf('.')
  const outer = dot < 1 ? undefined : find(name.slice(0, dot))
  if (outer === undefined)
    throw new ImportError(`The bill has no column ${name} to group by. It has ${header.join(', ').slice(0, 400)}`)
  return { name, sql: `coalesce(${dialect.field(outer, name.slice(dot + 1))}, '')` }
}

/** The month of a date as the importer reads it: see `billGroupOf`. `isDayFirst` is 1 if the day comes first. */
function monthOf({ concat, matches }: Dialect, day: string, isDayFirst: string): string {
  const [first, second] = [`substr(${day}, 1, 2)`, `substr(${day}, 4, 2)`]
  const isMonth = (part: string) => `${part} BETWEEN '01' AND '12'`
  const ofYear = (month: string) => concat(`substr(${day}, 7, 4)`, `'-'`, month)
  return `CASE WHEN ${matches(day, '^[0-9]{4}-[0-9]{2}')} THEN substr(${day}, 1, 7)
    WHEN ${matches(day, '^[0-9]{8}')} THEN ${concat(`substr(${day}, 1, 4)`, `'-'`, `substr(${day}, 5, 2)`)}
    WHEN ${matches(day, '^[0-9]{2}/[0-9]{2}/[0-9]{4}')} THEN
      CASE WHEN ${isMonth(second)} AND (${isDayFirst} = 1 OR NOT ${isMonth(first)}) THEN ${ofYear(second)}
        WHEN ${isMonth(first)} THEN ${ofYear(first)} ELSE '' END
    ELSE '' END`
}

/** Columns that say what a line is, of a relation. */
const of = (alias: string, columns: readonly string[]) => columns.map((column) => `${alias}.${column}`).join(', ')

function takenSql(keys: readonly string[], { number }: Dialect): string {
  const same = of('c', [...keys, 'k_day'])
  const sum = (condition: string) => `sum(CASE WHEN ${condition} THEN c.k_quantity ELSE ${number(0)} END)`
  return `SELECT ${same}, ${sum('c.k_quantity > 0')} AS given, -${sum('c.k_quantity < 0')} AS taken
FROM ${CELLS} c
WHERE abs(c.k_quantity) <= ${number(LARGEST)}
GROUP BY ${same} HAVING min(c.k_quantity) < 0`
}

/** The remaining share of a quantity: credits cannot exceed the usage. */
function quantityLeft({ number }: Dialect): string {
  return `CASE WHEN t.given IS NULL OR t.taken > t.given THEN c.k_quantity WHEN t.given = 0 OR c.k_quantity < 0 THEN ${number(0)}
    ELSE c.k_quantity * (1 - t.taken / t.given) END`
}

/** Cells of a bill with what each is, and what is left of its quantity. */
function readSql(keys: readonly string[], dialect: Dialect): string {
  return `SELECT c.*, k.provider AS impact_provider, k.region AS impact_region, k.class AS impact_class, k.name AS impact_name,
    k.rule AS impact_rule, k.units AS impact_units_each, k.reason AS kind_reason, ${quantityLeft(dialect)} AS impact_quantity
  FROM ${CELLS} c
  JOIN ${dialect.joined(KINDS, 'k', 'c', keys)}
  LEFT JOIN ${dialect.joined(TAKEN, 't', 'c', [...keys, 'k_day'])} ${dialect.fence}`
}

function isCounted(sql: string, { number }: Dialect): string {
  return `(${sql} >= 0 AND ${sql} <= ${number(LARGEST)})`
}

interface Lines {
  /** Columns that say what a line is. */
  readonly keys: readonly string[]
  readonly rates: string
  readonly figures: readonly string[]
  readonly dialect: Dialect
}

function linesSql({ keys, rates, figures, dialect }: Lines): string {
  const many = `CASE WHEN l.kind_reason = '' AND ${isCounted('l.impact_quantity', dialect)} THEN l.impact_quantity * l.impact_units_each END`
  const reason = `CASE WHEN l.kind_reason <> '' THEN l.kind_reason WHEN ${isCounted('l.impact_quantity', dialect)} THEN '' ELSE '${INVALID_QUANTITY}' END`
  return `SELECT l.*, r.unit AS impact_unit, ${reason} AS impact_reason, ${many} AS impact_units,
  ${figures.map((name) => `r.${name} * ${many} AS ${name}`).join(',\n  ')},
  r.warnings AS impact_warnings, r.quality AS impact_quality, r.release AS impact_release
FROM (
  ${readSql(keys, dialect)}
) l LEFT JOIN ${rates} r ON ${isRate('l.impact_')}`
}

interface Sums extends Lines {
  /** SQL of what a line `c` is grouped by to group it by its day. */
  readonly days: readonly string[]
  /** SQL of the day of such a group. */
  readonly textOfDay: string
  readonly groups: readonly Group[]
  /** SQL of the kinds of line among the relation `days`. */
  readonly kinds: string
}

/**
 * Lines are read twice. First, each kind of line and day gets its rate: there are some thousands of these, among any
 * number of lines. Then, each line is joined with its rate and added to its group. Both relations fit in the cache of a
 * processor, which groups of everything that matters at once would not. A condition that always holds tells DuckDB that
 * there are fewer kinds than lines, so that it keeps the kinds and not the lines in memory.
 */
function sumsSql({ keys, days, textOfDay, groups, rates, figures, dialect, kinds }: Sums): string {
  const { id, number } = dialect
  const zero = number(0)
  const sign = `CASE WHEN ${isCounted('c.k_quantity', dialect)} THEN 1 WHEN ${isCounted('-c.k_quantity', dialect)} THEN -1 ELSE 0 END`
  const dayNames = days.map((_, at) => `day_${at}`)
  const day = days.map((sql, at) => `${sql} AS ${dayNames[at]}`).join(', ')
  const same = [...keys, ...dayNames]
  const ofSign = (sign: number) => `sum(CASE WHEN d.quantity_sign = ${sign} THEN d.quantity ELSE ${zero} END)`
  const sum = (sql: string) => `sum(${sql})`
  const cost = `coalesce(c.k_cost, ${zero})`
  const names = groups.map((_, at) => `g${at}`)
  const reason = `CASE WHEN l.reason = '' AND l.is_read = 0 THEN '${INVALID_QUANTITY}' ELSE l.reason END`
  const refunded = REFUNDED.map((each) => `'${each}'`).join(', ')
  const isRefund = `(l.reason = 'CREDIT' OR l.cost < 0 AND ${reason} IN (${refunded}))`
  return `WITH days ${dialect.once} (
  SELECT ${of('c', keys)}, ${day}, ${sign} AS quantity_sign, ${textOfDay} AS k_day, sum(c.k_quantity) AS quantity
  FROM ${CELLS} c
  GROUP BY ${[of('c', keys), ...days, sign].join(', ')} HAVING count(*) > 0
),
dates AS (
  SELECT max(CASE WHEN ${dialect.matches('d.k_day', DAY_FIRST)} THEN 1 ELSE 0 END) AS is_day_first FROM days d
),
same_day AS (
  SELECT ${of('d', same)}, ${ofSign(1)} AS given, -${ofSign(-1)} AS taken
  FROM days d GROUP BY ${of('d', same)} HAVING min(d.quantity_sign) < 0
),
kinds ${dialect.once} (
${kinds}
),
rated ${dialect.once} (
  SELECT ${of('d', same)}, d.quantity_sign, ${monthOf(dialect, 'd.k_day', 'm.is_day_first')} AS month_of_day, k.reason,
    CASE WHEN k.reason = '' AND (d.quantity_sign = 1 OR d.quantity_sign = -1 AND t.taken <= t.given) THEN 1 ELSE 0 END AS is_read,
    CASE WHEN k.reason IN (${EXCLUDED}) THEN 1 ELSE 0 END AS is_excluded,
    CASE WHEN r.warnings LIKE '%NO_ELECTRICITY_FACTOR%' THEN 1 ELSE 0 END AS lacks_factor,
    k.units * CASE WHEN d.quantity_sign <> 1 THEN ${zero} WHEN t.given > 0 AND t.taken <= t.given THEN 1 - t.taken / t.given ELSE ${number(1)} END AS units,
    ${figures.map((name) => `r.${name} AS ${name}`).join(', ')}
  FROM days d
  CROSS JOIN dates m
  LEFT JOIN ${dialect.joined('kinds', 'k', 'd', keys)}
  LEFT JOIN ${dialect.joined('same_day', 't', 'd', same)}
  LEFT JOIN ${rates} r ON ${isRate('k.')}
)
SELECT ${[
    ...groups.map(({ name }, at) => `l.${names[at]} AS ${id(name.replaceAll('.', '_'))}`),
    'l.k_currency AS currency',
    'count(*) AS line_count',
    `${sum('l.is_read')} AS assessed_lines`,
    `${sum('l.is_excluded')} AS excluded_lines`,
    `${sum('1 - l.is_read - l.is_excluded')} AS unknown_lines`,
    `${sum('l.is_read * l.lacks_factor')} AS lines_without_factor`,
    `${sum(`CASE WHEN ${isRefund} THEN ${zero} ELSE l.cost END`)} AS cost`,
    `${sum(`CASE WHEN l.is_read = 1 THEN l.cost ELSE ${zero} END`)} AS assessed_cost`,
    `${sum(`CASE WHEN ${isRefund} THEN l.cost ELSE ${zero} END + l.credits`)} AS credits`,
    ...figures.map((name) => `${sum(`l.quantity * l.${name}`)} AS ${name}`),
  ].join(',\n  ')}
FROM (
  SELECT ${[...groups.map(({ sql }, at) => `${sql} AS ${names[at]}`), 'c.k_currency'].join(', ')}, ${cost} AS cost,
    coalesce(c.k_credits, ${zero}) AS credits, CASE WHEN c.quantity_sign = 1 THEN c.k_quantity ELSE ${zero} END AS quantity,
    d.reason, d.is_read, d.is_excluded, d.lacks_factor, ${figures.map((name) => `d.${name} * d.units AS ${name}`).join(', ')}
  FROM (SELECT c.*, ${day}, ${sign} AS quantity_sign FROM ${CELLS} c) c
  JOIN ${dialect.joined('rated', 'd', 'c', [...same, 'quantity_sign'])}
) l
GROUP BY ${[...names.map((name) => `l.${name}`), 'l.k_currency'].join(', ')}`
}
