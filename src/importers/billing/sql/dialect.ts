import { PAYING_CREDIT } from '../billed-cost.ts'

/** Databases that the SQL is written for. */
export const DIALECTS = ['duckdb', 'postgres', 'bigquery', 'snowflake', 'trino', 'spark', 'clickhouse'] as const
export type DialectName = (typeof DIALECTS)[number]

/**
 * How a database writes what databases write differently. Regular expressions are those of JavaScript that `portable`
 * takes.
 */
export interface Dialect {
  readonly name: DialectName
  /** A column or table by its name. */
  readonly id: (name: string) => string
  readonly text: (value: string) => string
  /** A floating-point number of 64 bits. */
  readonly number: (value: number) => string
  /** Any value as a text. */
  readonly asText: (sql: string) => string
  /** A number, or a text of one, as a floating-point number; null where it is none. */
  readonly asNumber: (sql: string) => string
  /** Whether a text has another in it, in the same case. */
  readonly contains: (sql: string, part: string) => string
  /** Whether a text has a match, in any case. */
  readonly matches: (sql: string, pattern: string) => string
  /** The group of the first match in any case; '' or null where there is none. */
  readonly extract: (sql: string, pattern: string, group?: number) => string
  readonly replaceAll: (sql: string, pattern: string, by: string) => string
  /** `AS` of a query with a name that is computed once: else what it computes is repeated wherever it is read. */
  readonly once: string
  /** What ends a query whose columns are computed once: else the database may repeat them wherever they are read. */
  readonly fence: string
  readonly concat: (...texts: readonly string[]) => string
  /** A relation with another name, and how to join it by columns that another relation has, too. */
  readonly joined: (relation: string, name: string, other: string, columns: readonly string[]) => string
  /** What a column of dates, or the text of its day, is grouped by. */
  readonly days: (column: string, day: string) => readonly string[]
  /** A field of a column that holds JSON, as a text. */
  readonly field: (sql: string, name: string) => string
  /**
   * The sum of those credits in a column that pay, or of those that lower the price (`creditsIn`): 0 without any, null
   * if they cannot be read. The column is a list of records in BigQuery and DuckDB; elsewhere a text with one as JSON.
   * `creditsOrSum` reads a sum, too.
   */
  readonly credits: (sql: string, arePaying: boolean) => string
}

/** Whether a credit of this type is one of those. */
const isPaying = (type: string, arePaying: boolean) =>
  `coalesce(${type}, '') ${arePaying ? '=' : '<>'} '${PAYING_CREDIT}'`

const quoted = (mark: string) => (name: string) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`
/** Texts in which a backslash is itself. */
const plainText = (value: string) => `'${value.replaceAll("'", "''")}'`
/** Texts in which a backslash begins an escape. */
const escapedText = (value: string) =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
const piped = (...texts: readonly string[]) => `(${texts.join(' || ')})`
const called = (...texts: readonly string[]) => `concat(${texts.join(', ')})`
/** The shortest digits that read back as the number, with an exponent: without one it is a decimal. */
const double = (value: number) => value.toExponential()
const jsonPath = (name: string) => `$.${JSON.stringify(name)}`

const ANY_CASE = '(?i)'

/** Of databases without a way of their own. */
const USUAL = {
  fence: '',
  joined: (relation, name, other, columns) =>
    `${relation} ${name} ON ${columns.map((column) => `${name}.${column} = ${other}.${column}`).join(' AND ')}`,
  days: (_, day) => [day],
} as const satisfies Partial<Dialect>

const duckdb: Dialect = {
  ...USUAL,
  name: 'duckdb',
  once: 'AS MATERIALIZED',
  id: quoted('"'),
  text: plainText,
  number: double,
  asText: (sql) => `CAST(${sql} AS VARCHAR)`,
  asNumber: (sql) => `TRY_CAST(${sql} AS DOUBLE)`,
  contains: (sql, part) => `contains(${sql}, ${part})`,
  matches: (sql, pattern) => `regexp_matches(${sql}, ${plainText(ANY_CASE + pattern)})`,
  extract: (sql, pattern, group = 1) => `regexp_extract(${sql}, ${plainText(ANY_CASE + pattern)}, ${group})`,
  replaceAll: (sql, pattern, by) => `regexp_replace(${sql}, ${plainText(pattern)}, ${plainText(by)}, 'g')`,
  concat: piped,
  // Dates are grouped several times faster than they are written as texts. The type of a column is known in advance.
  days: (column, day) => {
    const date = `CASE WHEN typeof(${column}) <> 'VARCHAR' THEN TRY_CAST(${column} AS DATE) END`
    return [`coalesce(${date}, DATE '0001-01-01')`, `CASE WHEN ${date} IS NULL THEN ${day} ELSE '' END`]
  },
  field: (sql, name) => `json_extract_string(CAST(${sql} AS VARCHAR), ${plainText(jsonPath(name))})`,
  credits: (sql, arePaying) => {
    const json = `TRY_CAST(${sql} AS JSON)`
    const amount = `TRY_CAST(json_extract_string(e, '$.amount') AS DOUBLE)`
    const isOne = isPaying(`json_extract_string(e, '$.type')`, arePaying)
    const sum = `coalesce(list_sum([${amount} FOR e IN json_extract(${json}, '$[*]') IF ${isOne}]), 0)`
    return `CASE WHEN upper(trim(coalesce(CAST(${sql} AS VARCHAR), ''))) IN ('', 'NULL') THEN 0 WHEN json_type(${json}) = 'ARRAY' THEN ${sum} END`
  },
}

/** In PostgreSQL `.` matches a line break unless `n` says otherwise, and a word ends at `\y`. */
const ofPostgres = (pattern: string) => plainText(pattern.replaceAll('\\b', '\\y'))

/** A cast fails for numbers that are too large or too small, such as 1e400. */
const numberOfPostgres = (sql: string) =>
  `CASE WHEN CAST(${sql} AS text) ~ '^[+-]?[0-9]{1,200}([.][0-9]*)?([eE][+-]?[0-9]{1,2})?$' THEN CAST(CAST(${sql} AS text) AS double precision) END`

const postgres: Dialect = {
  ...USUAL,
  name: 'postgres',
  once: 'AS MATERIALIZED',
  fence: 'OFFSET 0',
  // It cannot tell how many rows have the same values, and then sorts all lines or compares each with each. That one
  // text is distinct tells it to join by a hash.
  joined: (relation, name, other, columns) => {
    const same = (of: string) =>
      piped(...columns.flatMap((column, at) => [...(at > 0 ? ['chr(31)'] : []), `${of}.${column}`]))
    return `(SELECT DISTINCT ON (1) ${same('s')} AS k_same, s.* FROM ${relation} s) ${name} ON ${name}.k_same = ${same(other)}`
  },
  id: quoted('"'),
  text: plainText,
  number: (value) => `${double(value)}::double precision`,
  asText: (sql) => `CAST(${sql} AS text)`,
  asNumber: numberOfPostgres,
  contains: (sql, part) => `(strpos(${sql}, ${part}) > 0)`,
  matches: (sql, pattern) => `(${sql} ~* ${ofPostgres(`(?n)${pattern}`)})`,
  extract: (sql, pattern, group = 1) => `(regexp_match(${sql}, ${ofPostgres(pattern)}, 'i'))[${group}]`,
  replaceAll: (sql, pattern, by) => `regexp_replace(${sql}, ${plainText(pattern)}, ${plainText(by)}, 'g')`,
  concat: piped,
  field: (sql, name) => `(CAST(${sql} AS jsonb) ->> ${plainText(name)})`,
  credits: (sql, arePaying) => {
    const cell = `trim(coalesce(CAST(${sql} AS text), ''))`
    const sum = `coalesce(sum(${numberOfPostgres(`e.value ->> 'amount'`)}), 0)`
    const isOne = isPaying(`e.value ->> 'type'`, arePaying)
    return `CASE WHEN upper(${cell}) IN ('', 'NULL') THEN 0
    WHEN ${cell} LIKE '[%' THEN (SELECT ${sum} FROM jsonb_array_elements(CAST(${cell} AS jsonb)) e WHERE ${isOne}) END`
  },
}

const bigquery: Dialect = {
  ...USUAL,
  name: 'bigquery',
  once: 'AS',
  id: (name) => name.split('.').map(quoted('`')).join('.'),
  text: escapedText,
  number: double,
  asText: (sql) => `CAST(${sql} AS STRING)`,
  asNumber: (sql) => `SAFE_CAST(${sql} AS FLOAT64)`,
  contains: (sql, part) => `(STRPOS(${sql}, ${part}) > 0)`,
  matches: (sql, pattern) => `REGEXP_CONTAINS(${sql}, ${escapedText(ANY_CASE + pattern)})`,
  // Only one group may be captured.
  extract: (sql, pattern, group = 1) =>
    `REGEXP_EXTRACT(${sql}, ${escapedText(ANY_CASE + withGroups(pattern, (at) => (at === group ? '(' : '(?:')).pattern)})`,
  replaceAll: (sql, pattern, by) => `REGEXP_REPLACE(${sql}, ${escapedText(pattern)}, ${escapedText(by)})`,
  concat: piped,
  credits: (sql, arePaying) =>
    `(SELECT coalesce(sum(CAST(e.amount AS FLOAT64)), 0) FROM UNNEST(${sql}) AS e WHERE ${isPaying('e.type', arePaying)})`,
  field: (sql, name) => `JSON_VALUE(${sql}, ${escapedText(jsonPath(name))})`,
}

const snowflake: Dialect = {
  ...USUAL,
  name: 'snowflake',
  once: 'AS',
  id: quoted('"'),
  text: escapedText,
  number: double,
  asText: (sql) => `CAST(${sql} AS VARCHAR)`,
  asNumber: (sql) => `TRY_TO_DOUBLE(CAST(${sql} AS VARCHAR))`,
  contains: (sql, part) => `CONTAINS(${sql}, ${part})`,
  matches: (sql, pattern) =>
    `(REGEXP_INSTR(${sql}, ${escapedText(withGroups(pattern, () => '(').pattern)}, 1, 1, 0, 'i') > 0)`,
  // All groups are captured.
  extract: (sql, pattern, group = 1) => {
    const all = withGroups(pattern, () => '(')
    return `REGEXP_SUBSTR(${sql}, ${escapedText(all.pattern)}, 1, 1, 'ie', ${all.places[group - 1]})`
  },
  replaceAll: (sql, pattern, by) => `REGEXP_REPLACE(${sql}, ${escapedText(pattern)}, ${escapedText(by)})`,
  concat: piped,
  credits: (sql, arePaying) =>
    `coalesce(REDUCE(FILTER(CAST(TRY_PARSE_JSON(CAST(${sql} AS VARCHAR)) AS ARRAY), e -> ${isPaying(`CAST(GET(e, 'type') AS VARCHAR)`, arePaying)}), 0e0, (total, e) -> total + CAST(GET(e, 'amount') AS DOUBLE)), 0)`,
  field: (sql, name) => `GET(TRY_PARSE_JSON(CAST(${sql} AS VARCHAR)), ${escapedText(name)})::VARCHAR`,
}

const trino: Dialect = {
  ...duckdb,
  name: 'trino',
  days: USUAL.days,
  once: 'AS',
  contains: (sql, part) => `(strpos(${sql}, ${part}) > 0)`,
  matches: (sql, pattern) => `regexp_like(${sql}, ${plainText(ANY_CASE + pattern)})`,
  replaceAll: (sql, pattern, by) => `regexp_replace(${sql}, ${plainText(pattern)}, ${plainText(by)})`,
  credits: (sql, arePaying) =>
    `coalesce(reduce(filter(TRY_CAST(TRY(json_parse(CAST(${sql} AS VARCHAR))) AS ARRAY(MAP(VARCHAR, VARCHAR))), e -> ${isPaying(`element_at(e, 'type')`, arePaying)}), 0e0, (total, e) -> total + CAST(element_at(e, 'amount') AS DOUBLE), total -> total), 0)`,
  field: (sql, name) => `json_extract_scalar(CAST(${sql} AS VARCHAR), ${plainText(jsonPath(name))})`,
}

const spark: Dialect = {
  ...USUAL,
  name: 'spark',
  once: 'AS',
  id: quoted('`'),
  text: escapedText,
  number: double,
  asText: (sql) => `CAST(${sql} AS STRING)`,
  asNumber: (sql) => `TRY_CAST(${sql} AS DOUBLE)`,
  contains: (sql, part) => `contains(${sql}, ${part})`,
  matches: (sql, pattern) => `regexp_like(${sql}, ${escapedText(ANY_CASE + pattern)})`,
  extract: (sql, pattern, group = 1) => `regexp_extract(${sql}, ${escapedText(ANY_CASE + pattern)}, ${group})`,
  replaceAll: (sql, pattern, by) => `regexp_replace(${sql}, ${escapedText(pattern)}, ${escapedText(by)})`,
  concat: called,
  credits: (sql, arePaying) =>
    `coalesce(aggregate(filter(from_json(CAST(${sql} AS STRING), 'array<struct<type:string,amount:double>>'), e -> ${isPaying('e.type', arePaying)}), 0D, (total, e) -> total + e.amount), 0)`,
  field: (sql, name) => `get_json_object(CAST(${sql} AS STRING), ${escapedText(`$.${name}`)})`,
}

const clickhouse: Dialect = {
  ...USUAL,
  name: 'clickhouse',
  once: 'AS',
  id: quoted('`'),
  text: escapedText,
  number: double,
  asText: (sql) => `toString(${sql})`,
  asNumber: (sql) => `toFloat64OrNull(toString(${sql}))`,
  contains: (sql, part) => `(position(${sql}, ${part}) > 0)`,
  // `.` matches a line break unless `-s` says otherwise.
  matches: (sql, pattern) => `match(${sql}, ${escapedText(`(?i-s)${pattern}`)})`,
  extract: (sql, pattern, group = 1) => `regexpExtract(${sql}, ${escapedText(ANY_CASE + pattern)}, ${group})`,
  replaceAll: (sql, pattern, by) => `replaceRegexpAll(${sql}, ${escapedText(pattern)}, ${escapedText(by)})`,
  concat: called,
  credits: (sql, arePaying) =>
    `arraySum(e -> JSONExtractFloat(e, 'amount'), arrayFilter(e -> ${isPaying(`JSONExtractString(e, 'type')`, arePaying)}, JSONExtractArrayRaw(toString(${sql}))))`,
  field: (sql, name) => `JSONExtractString(toString(${sql}), ${escapedText(name)})`,
}

const ALL: Readonly<Record<DialectName, Dialect>> = {
  duckdb,
  postgres,
  bigquery,
  snowflake,
  trino,
  spark,
  clickhouse,
}

export function dialectOf(name: DialectName): Dialect {
  return ALL[name]
}

/** The credits in a column, which may hold their sum instead. In BigQuery it is always a list. */
export function creditsOrSum(dialect: Dialect, sql: string, arePaying: boolean): string {
  const credits = dialect.credits(sql, arePaying)
  if (dialect.name === 'bigquery') return credits
  const sum = dialect.asNumber(dialect.asText(sql))
  return `CASE WHEN ${sum} IS NOT NULL THEN ${arePaying ? dialect.number(0) : sum} ELSE ${credits} END`
}

/**
 * A regular expression as all databases read it. They have no lookbehind and no lookahead: a limit of the class before
 * or after a name is a group that is not captured. Letters of a class in brackets are written out. Example:
 * `(?<![\w.])a(?!\w)` is
 * `(?:^|[^A-Za-z0-9_.])a(?:$|[^A-Za-z0-9_])`.
 */
export function portable(pattern: RegExp | string): string {
  return (typeof pattern === 'string' ? pattern : pattern.source)
    .replaceAll('\\/', '/')
    .replace(/\[[^\]]*\]/g, (letters) =>
      letters.replaceAll('\\w', 'A-Za-z0-9_').replaceAll('\\d', '0-9').replaceAll('\\s', ' \\t'),
    )
    .replace(/\(\?<!\[([^\]]*)\]\)/g, '(?:^|[^$1])')
    .replace(/\(\?!\[([^\]]*)\]\)/g, '(?:$|[^$1])')
}

/**
 * A pattern with another begin of each of its groups that are captured, and their places among all groups, from 1 on.
 */
function withGroups(pattern: string, begin: (group: number) => string) {
  const places: number[] = []
  let groups = 0
  const written = pattern.replace(/\\.|\[(?:\\.|[^\]])*\]|\((?:\?:)?/g, (part) => {
    if (!part.startsWith('(')) return part
    groups++
    if (part === '(') places.push(groups)
    const begun = begin(part === '(' ? places.length : 0)
    return begun
  })
  return { pattern: written, places }
}
