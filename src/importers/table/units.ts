/** Units in the cells of a column, with their factor to our unit. */
type Units = Readonly<Record<string, number>>

const HOURS_OF_YEAR = 8760
const WORDS = {
  hour: 'h, hr, hrs, hour, hours, heure, heures, stunde, stunden, std, hora, horas, ora, ore',
  day: 'd, day, days, j, jour, jours, tag, tage, tagen, dia, dias, giorno, giorni',
  month: 'month, months, mois, monat, monate, monaten, mes, meses, mese, mesi',
  year: 'y, yr, yrs, year, years, a, an, ans, annee, annees, jahr, jahre, jahren, ano, anos, anno, anni',
} as const

const GIGABYTES: Units = {
  gb: 1,
  go: 1,
  gib: 1,
  tb: 1000,
  to: 1000,
  tib: 1024,
  mb: 1 / 1000,
  mo: 1 / 1000,
  mib: 1 / 1024,
  kb: 1 / 1024 ** 2,
  ko: 1 / 1024 ** 2,
  kib: 1 / 1024 ** 2,
}
const WATTS: Units = { w: 1, watt: 1, watts: 1, kw: 1000, kilowatt: 1000, kilowatts: 1000 }
const PERCENT: Units = { '%': 1, percent: 1, 'pour cent': 1, prozent: 1 }
const RATIO: Units = { '%': 0.01, percent: 0.01 }
const HOURS: Units = {
  ...each(WORDS.hour, 1),
  ...each(WORDS.day, 24),
  ...each(WORDS.month, HOURS_OF_YEAR / 12),
  ...each(WORDS.year, HOURS_OF_YEAR),
}
const KG_PER_KWH: Units = { 'kg/kwh': 1, 'g/kwh': 0.001 }

/** Units by column. */
const UNITS: Readonly<Record<string, Units>> = {
  ram_capacity: GIGABYTES,
  ssd_capacity: GIGABYTES,
  hdd_capacity: GIGABYTES,
  capacity: GIGABYTES,
  gigabytes: GIGABYTES,
  share_memory: GIGABYTES,
  share_ssd: GIGABYTES,
  share_hdd: GIGABYTES,
  avg_power: WATTS,
  cpu_tdp: WATTS,
  cpu_die_size: { mm2: 1, 'mm²': 1 },
  load: PERCENT,
  use_time_ratio: RATIO,
  duration: HOURS,
  lifetime: HOURS,
  elec_factor: KG_PER_KWH,
}

function each(words: string, factor: number): Units {
  return Object.fromEntries(words.split(', ').map((word) => [word, factor]))
}

const LIFE = new Set(
  'life, lifetime, life time, whole life, vie, duree de vie, leben, lebensdauer, nutzungsdauer, vida, vida util, vita, vita utile'.split(
    ', ',
  ),
)

/** Whether a cell of a column of durations names the whole life of a thing. */
export function isLife(text: string): boolean {
  return LIFE.has(withoutAccents(text))
}

/** Whether a column has units. */
export function hasUnits(column: string): boolean {
  return Object.hasOwn(UNITS, column)
}

/** Whether a text is a unit of a column: `Go` is one of ram_capacity. */
export function isUnitOf(column: string, text: string): boolean {
  return factorOf(column, text) !== undefined
}

const HAS_UNIT = /[\s(_[]([kmgt]i?[bo]|[kmg]?wh?|[kmg]?hz|mm2?|cm|kg|€|eur|usd|chf|gbp|\$|£|%)[)\]]?$/i

/** Whether a heading ends with a unit of any measure: `Provisioned MiB`, `Price (€)`, `CPU (GHz)`. */
export function namesUnit(heading: string): boolean {
  return HAS_UNIT.test(heading)
}

/** Factor from a unit to our unit. */
export function factorOf(column: string, text: string): number | undefined {
  const units = hasUnits(column) ? UNITS[column] : undefined
  // Normalises `gCO2eq/kWh` and `kg CO2 e / kWh` to g/kwh and kg/kwh.
  const key = withoutAccents(text)
    .replace(/^(k?g)\s*co(2|₂)\s*-?(eq\.?|e)?\s*(\/|per)\s*kwh$/, '$1/kwh')
    .replace(/\s*\/\s*/, '/')
  return units !== undefined && Object.hasOwn(units, key) ? units[key] : undefined
}

/** `Vida útil ` is `vida util`. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}
