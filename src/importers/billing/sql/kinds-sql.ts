import type { LineField } from '../bill-formats.ts'
import { BILL_REASONS, type BillReason } from '../bill-reasons.ts'
import {
  BETWEEN_WORDS,
  COUNTED_BY_THE_HOUR,
  GB_OF_GIB,
  HOURS,
  LEFT_OUT_WORDS,
  SIZES,
  VCPUS,
  WRITTEN_UNIT,
} from '../bill-unit.ts'
import type { BillingRule } from '../billing-rule.ts'
import { BILLING_RULES, patternOf, patternsOf, type TextParts } from '../find-rule.ts'
import { BILLED_GPUS, OTHER_GPU } from '../gpu-in.ts'
import { CACHE_NODE, FIRST_AZURE, LONGEST_TEXT, MANAGED, TYPE_IN_DETAILS, TYPES } from '../instance-type-in.ts'
import {
  CHARGES,
  DISCOUNT,
  MARKETPLACE,
  OWN_PUBLISHER,
  PROVIDERS,
  UNUSED_RESERVATION,
  USAGE,
  VCORES,
} from '../read-bill-line.ts'
import { AFTER_DIRECTION, AZURE_METER_REGION, BEFORE_DIRECTION, NOWHERE, ZONES } from '../region-of.ts'
import { type Dialect, portable } from './dialect.ts'

/** The region of a rate for lines of an unknown region. */
const REGION_UNKNOWN = 'REGION_UNKNOWN'

/** The columns of the bill that say what a line is, by field, as SQL of clean texts; '' where there is none. */
export type FieldSql = (field: LineField) => string

interface Classified {
  readonly dialect: Dialect
  /** Columns of the relation `cells` that decide what a line is. */
  readonly keys: readonly string[]
  readonly field: FieldSql
  /** The id of the provider, where the format is that of one; only its rules are then written. */
  readonly provider: string | undefined
  /** Whether a line without a charge category cannot be read. */
  readonly needsCharge: boolean
  readonly cells: string
  readonly rates: string
}

/**
 * SQL of the different kinds of line of a bill, each with its keys. A kind has the provider, region, class and name of
 * its rate, and the units of the rate in a unit of the bill. Its reason says why it is left out; '' if it is not. It
 * reads lines as `readBillLine` does, which a test compares.
 */
export function kindsSql(classified: Classified): string {
  const { keys, cells } = classified
  const steps = [
    `SELECT DISTINCT ${keys.join(', ')} FROM ${cells}`,
    ...[
      fieldsOf(classified),
      namesOf(classified),
      ...serviceSteps(classified.dialect),
      ...unitSteps(classified.dialect),
      {
        l_service_lower: 'lower(s.l_service)',
        l_usage_lower: 'lower(s.l_usage)',
        l_unit_lower: 'lower(s.l_unit)',
      },
      { l_rule: ruleSql(classified) },
      rateOf(classified),
      spellingsOf(classified.dialect),
    ].map((columns, at) => `SELECT s.*, ${columnsSql(columns)} FROM step_${at} s`),
  ]
  const named = steps.map((step, at) => `step_${at} ${classified.dialect.once} (\n${step}\n)`)
  return `WITH ${[...named, ...knownNames(classified)].join(',\n')}\n${knownKinds(classified, `step_${steps.length - 1}`)}`
}

type Columns = Readonly<Record<string, string>>

function columnsSql(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')
}

function fieldsOf({ field }: Classified): Columns {
  return {
    l_publisher: field('publisher'),
    l_charge: field('charge'),
    l_charge_class: `lower(${field('chargeClass')})`,
    l_commitment: `lower(${field('commitment')})`,
    l_capacity: `lower(${field('capacity')})`,
    l_provider_name: field('provider'),
    l_service_name: field('service'),
    l_code: field('serviceCode'),
    l_usage_name: field('usage'),
    l_meter: field('meter'),
    l_description: field('description'),
    l_details: field('details'),
    l_type: field('type'),
    l_unit: field('unit'),
    l_region: field('region'),
    l_zone: field('zone'),
  }
}

function namesOf({ dialect, provider, needsCharge }: Classified): Columns {
  const { matches, text, concat, extract } = dialect
  const is = (sql: string, pattern: RegExp) => matches(sql, portable(pattern))
  const providers = PROVIDERS.map(([pattern, id]) => `WHEN ${is('s.l_provider_name', pattern)} THEN ${text(id)}`)
  const charges = CHARGES.map(([pattern, reason]) => `WHEN ${is('s.l_charge', pattern)} THEN ${text(reason)}`)
  const isKnown =
    provider === undefined
      ? `(${PROVIDERS.map(([pattern]) => is('s.l_provider_name', pattern)).join(' OR ')})`
      : '1 = 1'
  const others = [`s.l_publisher <> ''`, isKnown, `NOT ${is('s.l_publisher', OWN_PUBLISHER)}`].join(' AND ')
  const isSoldByOthers = `${is('s.l_publisher', MARKETPLACE)} OR (${others})`
  const line = text('\n')
  const type = `coalesce(${extract(`substr(s.l_details, 1, ${LONGEST_TEXT})`, portable(TYPE_IN_DETAILS))}, '')`
  const written = `substr(lower(s.l_unit), 1, 60)`
  return {
    l_provider: provider === undefined ? `CASE ${providers.join(' ')} ELSE '' END` : text(provider),
    l_charge_reason: `CASE WHEN ${isSoldByOthers} THEN 'MARKETPLACE'
      WHEN ${is('s.l_details', UNUSED_RESERVATION)} THEN 'UNUSED_COMMITMENT'
      WHEN s.l_charge = '' THEN ${text(needsCharge ? 'NO_CHARGE_CATEGORY' : '')}
      ${charges.join(' ')}
      WHEN NOT ${is('s.l_charge', USAGE)} AND NOT ${is('s.l_charge', DISCOUNT)} THEN 'ADJUSTMENT'
      WHEN s.l_charge_class = 'correction' THEN 'CORRECTION'
      WHEN s.l_commitment = 'unused' OR s.l_capacity = 'unused' THEN 'UNUSED_COMMITMENT' ELSE '' END`,
    l_usage: concat('s.l_usage_name', text(' '), 's.l_meter', line, 's.l_description', line, type),
    l_times: `coalesce(nullif(${extract(written, portable(WRITTEN_UNIT), 1)}, ''), '1')`,
    l_words: `coalesce(${extract(written, portable(WRITTEN_UNIT), 2)}, '')`,
    l_place: `CASE WHEN s.l_region <> '' AND NOT ${is('s.l_region', NOWHERE)} THEN s.l_region
      WHEN s.l_zone <> '' AND NOT ${is('s.l_zone', NOWHERE)} THEN s.l_zone ELSE '' END`,
  }
}

/**
 * The names of a service; a line of Azure without a code has the category of its meter at the beginning of its
 * description.
 */
function serviceSteps({ concat, replaceAll, text }: Dialect): readonly Columns[] {
  const both = concat('s.l_service_name', text('\n'), 's.l_service_code')
  return [
    {
      l_service_code: `CASE WHEN s.l_code = '' AND s.l_provider = 'azure' THEN ${replaceAll('s.l_description', ' - .*$', '')} ELSE s.l_code END`,
    },
    { l_service: `CASE WHEN s.l_service_name = '' THEN s.l_service_code ELSE ${both} END` },
  ]
}

/** A unit as `readBillUnit` reads it: words, then sizes and times, then what it measures. */
function unitSteps({ replaceAll, concat, extract, text, number, asNumber, matches }: Dialect): readonly Columns[] {
  const spaced = concat("' '", replaceAll('s.l_words', portable(BETWEEN_WORDS), ' '), "' '")
  const words = LEFT_OUT_WORDS.reduce((sql, word) => `replace(${sql}, ${text(` ${word} `)}, ' ')`, spaced)
  const byWord = (word: string, numbers: Readonly<Record<string, number>>) => {
    const cases = Object.entries(numbers).map(([name, value]) => `WHEN ${text(name)} THEN ${number(value)}`)
    return `CASE ${word} ${cases.join(' ')} END`
  }
  const sizes = Object.fromEntries(Object.entries(SIZES).map(([name, { size }]) => [name, size]))
  const binary = Object.entries(SIZES).flatMap(([name, { isBinary }]) => (isBinary ? [text(name)] : []))
  const isCounted = matches('s.l_first', portable(COUNTED_BY_THE_HOUR))
  return [
    { l_spaced: `trim(${words})` },
    {
      l_first: `coalesce(${extract('s.l_spaced', '^([^ ]+)')}, '')`,
      l_second: `coalesce(${extract('s.l_spaced', '^[^ ]+ ([^ ]+)$')}, '')`,
      l_is_long: `(s.l_spaced LIKE '% % %')`,
      l_number: asNumber(`replace(s.l_times, ',', '')`),
    },
    {
      l_size: byWord('s.l_first', sizes),
      l_is_binary: `(s.l_first IN (${binary.join(', ')}))`,
      l_hours: byWord(`CASE WHEN s.l_second = '' THEN s.l_first ELSE s.l_second END`, HOURS),
    },
    {
      l_measure: `CASE WHEN s.l_is_long THEN ''
        WHEN s.l_second = '' AND s.l_size IS NOT NULL THEN 'GB'
        WHEN s.l_hours IS NULL THEN ''
        WHEN s.l_second = '' THEN 'TIME'
        WHEN s.l_size IS NOT NULL THEN 'GB_TIME'
        WHEN ${matches('s.l_first', portable(VCPUS))} THEN 'VCPU_TIME'
        WHEN ${isCounted} THEN 'TIME' ELSE '' END`,
    },
    {
      l_amount: `s.l_number * CASE s.l_measure WHEN 'GB' THEN s.l_size WHEN 'GB_TIME' THEN s.l_size * s.l_hours ELSE s.l_hours END`,
    },
  ]
}

function rulesOf(provider: string | undefined): readonly BillingRule[] {
  return BILLING_RULES.filter((rule) => provider === undefined || (rule.provider ?? provider) === provider)
}

/** The rule of a line as `findRule` finds it: the first that fits. */
function ruleSql({ dialect, provider }: Classified): string {
  const cases = rulesOf(provider).map((rule) => `WHEN ${conditionOf(rule, dialect)} THEN ${dialect.text(rule.id)}`)
  return `CASE WHEN s.l_charge_reason <> '' OR s.l_provider = '' THEN ''\n${cases.join('\n')} END`
}

function conditionOf(rule: BillingRule, dialect: Dialect): string {
  const { text } = dialect
  const { service, usage, words, measures, needsUnit, fitsNoService } = patternsOf(rule)
  const isOfService = service && hasPart('s.l_service', service, dialect)
  const measured = measures.map((measure) => text(measure))
  const isMeasured =
    needsUnit && measured.length === 0
      ? undefined
      : `s.l_measure IN (${[...(needsUnit ? [] : ["''"]), ...measured].join(', ')})`
  const ofWords = words && hasPart('s.l_unit', words, dialect)
  const ofUnit = [ofWords, isMeasured].filter((each) => each !== undefined)
  const all = [
    rule.provider && `s.l_provider = ${text(rule.provider)}`,
    isOfService && (fitsNoService ? `(s.l_service = '' OR ${isOfService})` : isOfService),
    usage && hasPart('s.l_usage', usage, dialect),
    ofUnit.length > 1 ? `(${ofUnit.join(' OR ')})` : ofUnit[0],
  ]
  return all.filter(Boolean).join(' AND ')
}

/**
 * Whether a text has one of some parts. Databases find plain texts several times faster than patterns, so that a
 * pattern is only tried where its plain texts are.
 */
function hasPart(sql: string, parts: TextParts, { contains, matches, text }: Dialect): string {
  const found = parts.map((part) => {
    const plain = part.split('*').flatMap((each) => (each ? [contains(`${sql}_lower`, text(each.toLowerCase()))] : []))
    return (part.includes('*') ? [...plain, matches(sql, portable(patternOf([part])))] : plain).join(' AND ')
  })
  return `(${found.join(' OR ')})`
}

function rateOf({ dialect, provider }: Classified): Columns {
  const { text, number, asNumber, matches, extract, concat } = dialect
  const rules = rulesOf(provider)
  /** A list of SQL. Without ids, it has a text that no rule has: `NOT … IN (NULL)` would be null. */
  const idsOf = (isOne: (rule: BillingRule) => boolean) =>
    `(${rules.flatMap((rule) => (isOne(rule) ? [text(rule.id)] : [])).join(', ') || text('-')})`
  const classes = ['instance', 'compute', 'gpu', 'storage', 'network'] as const
  const ofClass = classes.map((name) => `WHEN s.l_rule IN ${idsOf((rule) => rule.class === name)} THEN ${text(name)}`)
  const reasons = (Object.keys(BILL_REASONS) as BillReason[]).flatMap((reason) => {
    const isOne = (rule: BillingRule) =>
      (rule.class === 'excluded' || rule.class === 'unknown') && rule.detail === reason
    return rules.some(isOne) ? [`WHEN s.l_rule IN ${idsOf(isOne)} THEN ${text(reason)}`] : []
  })
  const machines = rules.flatMap(({ id, machines: many }) => (many ? [`WHEN ${text(id)} THEN ${number(many)}`] : []))
  const ofMachines = machines.length > 0 ? ` * CASE s.l_rule ${machines.join(' ')} ELSE ${number(1)} END` : ''
  const ofType = rules
    .flatMap(({ id, class: kind, detail }) =>
      kind === 'instance' && detail ? [`WHEN s.l_rule = ${text(id)} THEN ${text(detail)}`] : [],
    )
    .join(' ')
  const isBinaryRule = `s.l_rule IN ${idsOf((rule) => rule.class === 'storage' && rule.isBinary === true)}`
  const ofKind = (kind: BillingRule['class']) => `s.l_rule IN ${idsOf((rule) => rule.class === kind)}`
  const named = `CASE WHEN s.l_usage_name <> '' THEN s.l_usage_name ELSE s.l_description END`
  const gpus = BILLED_GPUS.map(([name, card]) => `WHEN ${matches(named, portable(name))} THEN ${text(card)}`)
  const texts = ['s.l_type', 's.l_details', 's.l_usage_name', 's.l_meter', 's.l_description']
  const typed = (sql: string) => {
    const looked = `substr(${sql}, 1, ${LONGEST_TEXT})`
    const managed = [1, 2, 3].map((group) => `nullif(${extract(looked, portable(MANAGED), group)}, '')`)
    const [family, size] = [1, 2].map((group) => `lower(${extract(looked, portable(CACHE_NODE), group)})`)
    const node = `CASE WHEN ${matches(looked, portable(CACHE_NODE))} THEN ${concat(text('cache.'), `${family}`, text('.'), `${size}`)} END`
    const known = Object.entries(TYPES).filter(([id]) => id === (provider ?? id))
    const ofProvider = known.map(([id, pattern]) => {
      const type = `nullif(${extract(looked, `${bounded(portable(pattern))}`)}, '')`
      return `WHEN ${text(id)} THEN ${id === 'aws' ? `coalesce(${[...managed, node, type].join(', ')})` : type}`
    })
    return `CASE s.l_provider ${ofProvider.join(' ')} END`
  }
  const first = (sql: string) => {
    const type = extract(`substr(${sql}, 1, ${LONGEST_TEXT})`, bounded(portable(FIRST_AZURE)))
    return `CASE WHEN s.l_provider = 'azure' THEN nullif(${type}, '') END`
  }
  const types = [...texts.map(typed), ...((provider ?? 'azure') === 'azure' ? texts.map(first) : [])]
  return {
    l_class: `CASE ${ofClass.join(' ')} ELSE '' END`,
    l_rule_reason: `CASE WHEN s.l_charge_reason <> '' THEN s.l_charge_reason WHEN s.l_provider = '' THEN 'UNKNOWN_PROVIDER'
      ${reasons.join(' ')} WHEN s.l_measure = '' THEN 'UNKNOWN_UNIT' ELSE '' END`,
    l_units: `CASE WHEN ${matches('s.l_charge', portable(DISCOUNT))} THEN ${number(0)}
      WHEN ${ofKind('instance')} THEN s.l_amount${ofMachines}
      WHEN ${ofKind('compute')} THEN s.l_amount * coalesce(${asNumber(extract(named, portable(VCORES)))}, ${number(1)})
      WHEN ${ofKind('storage')} THEN s.l_amount / ${number(HOURS.month as number)} * CASE WHEN s.l_is_binary AND NOT (${isBinaryRule}) THEN ${number(GB_OF_GIB)} ELSE ${number(1)} END
      WHEN ${ofKind('network')} THEN s.l_amount / CASE s.l_measure WHEN 'GB_TIME' THEN ${number(HOURS.month as number)} ELSE ${number(1)} END * CASE WHEN s.l_is_binary THEN ${number(GB_OF_GIB)} ELSE ${number(1)} END
      ELSE s.l_amount END`,
    l_name: `CASE ${ofType} WHEN ${ofKind('instance')} THEN coalesce(${types.join(',\n        ')}, '')
      WHEN ${ofKind('gpu')} THEN CASE ${gpus.join(' ')} ELSE ${text(OTHER_GPU)} END ELSE s.l_rule END`,
    l_region_name: regionSql(dialect),
  }
}

/** A type with the limits on its sides as one group between them. */
function bounded(pattern: string): string {
  const [, before = '', type = '', after = ''] = /^(\(\?:\^[^)]*\))(.*)(\(\?:\$[^)]*\))$/.exec(pattern) ?? []
  return `${before}(${type})${after}`
}

/** The region as `regionOf` reads it, in lower case. */
function regionSql({ text, extract, replaceAll, concat }: Dialect): string {
  const place = 'lower(s.l_place)'
  const zones = Object.entries(ZONES).map(
    ([id, pattern]) =>
      `WHEN s.l_provider = ${text(id)} THEN coalesce(nullif(${extract(place, portable(pattern))}, ''), ${place})`,
  )
  const part = (group: number) => `coalesce(${extract(place, portable(AZURE_METER_REGION), group)}, '')`
  const plain = replaceAll(part(2), ' ', '')
  const first = Object.entries(AFTER_DIRECTION).map(
    ([code, name]) => `WHEN ${text(code)} THEN ${concat(plain, text(name), part(3))}`,
  )
  const last = Object.entries(BEFORE_DIRECTION).map(
    ([code, name]) => `WHEN ${text(code)} THEN ${concat(text(name), plain, part(3))}`,
  )
  return `CASE ${zones.join(' ')}
      WHEN s.l_provider = 'azure' THEN CASE ${part(1)} ${[...first, ...last].join(' ')} ELSE replace(${place}, ' ', '') END
      ELSE ${place} END`
}

/**
 * Separators and case do not matter, nor Azure's prefix where that leaves no doubt: as the catalogue finds instance
 * types.
 */
function spellingOf({ replaceAll }: Dialect, sql: string): string {
  return replaceAll(`lower(${sql})`, '[-_. ]+', '-')
}

function spellingsOf(dialect: Dialect): Columns {
  const spelled = spellingOf(dialect, 's.l_name')
  return { l_spelling: spelled, l_short: dialect.replaceAll(spelled, '^standard-', '') }
}

/** Relations of what the rate card knows: regions, and instance types by their spellings. */
function knownNames({ dialect, rates }: Classified): readonly string[] {
  const { once, replaceAll } = dialect
  const full = spellingOf(dialect, 't.name')
  return [
    `known_regions ${once} (SELECT DISTINCT provider, region, lower(region) AS spelling FROM ${rates})`,
    `named_types ${once} (SELECT DISTINCT provider, name FROM ${rates} WHERE class = 'instance')`,
    `known_types ${once} (SELECT t.provider, t.name, ${full} AS spelling, ${replaceAll(full, '^standard-', '')} AS short FROM named_types t)`,
    `spelled_types ${once} (SELECT provider, name, spelling FROM known_types UNION ALL
      SELECT t.provider, t.name, t.short AS spelling FROM known_types t
      LEFT JOIN known_types o ON o.provider = t.provider AND o.spelling = t.short WHERE coalesce(o.name, '') = '')`,
  ]
}

/** What each kind is, with the reason if the rate card has no rate for it. */
function knownKinds({ keys, rates }: Classified, step: string): string {
  const type = `coalesce(nullif(a.name, ''), nullif(b.name, ''), '')`
  const isType = `s.l_class = 'instance'`
  const own = ['provider', 'region', 'rule', 'class', 'name', 'units'].map((name) => `k.${name} AS ${name}`)
  return `SELECT ${[...keys.map((key) => `k.${key} AS ${key}`), ...own].join(', ')},
    CASE WHEN k.reason = '' AND coalesce(r.class, '') = '' THEN 'NOT_FOUND' ELSE k.reason END AS reason
  FROM (
  SELECT ${keys.map((key) => `s.${key}`).join(', ')},
    s.l_provider AS provider, CASE WHEN s.l_rule_reason = '' THEN coalesce(nullif(g.region, ''), '${REGION_UNKNOWN}') ELSE '' END AS region, s.l_rule AS rule,
    CASE WHEN s.l_rule_reason = '' THEN s.l_class ELSE '' END AS class, CASE WHEN ${isType} THEN ${type} ELSE s.l_name END AS name, s.l_units AS units,
    CASE WHEN NOT s.l_rule_reason = '' THEN s.l_rule_reason WHEN ${isType} AND s.l_name = '' THEN 'NO_INSTANCE_TYPE' ELSE '' END AS reason
  FROM ${step} s
  LEFT JOIN known_regions g ON g.provider = s.l_provider AND g.spelling = s.l_region_name
  LEFT JOIN spelled_types a ON a.provider = s.l_provider AND a.spelling = s.l_spelling
  LEFT JOIN spelled_types b ON b.provider = s.l_provider AND b.spelling = s.l_short
  ) k
  LEFT JOIN ${rates} r ON ${isRate('k.')}`
}

/** Whether a rate `r` is that of a kind, whose columns may have a prefix. */
export const isRate = (kind: string) =>
  ['provider', 'region', 'class', 'name'].map((name) => `r.${name} = ${kind}${name}`).join(' AND ')
