/** Units in the cells of a column, with their factor to our unit. */
type Units = Readonly<Record<string, number>>

const HOURS_OF_YEAR = 8760
const WORDS = {
  hour: 'h, hr, hrs, hour, hours, heure, heures, stunde, stunden, std, hora, horas, ora, ore',
  day: 'd, day, days, j, jour, jours, tag, tage, tagen, dia, dias, giorno, giorni',
  week: 'week, weeks, semaine, semaines, woche, wochen, semana, semanas, settimana, settimane',
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
  pb: 1_000_000,
  po: 1_000_000,
  pib: 1024 ** 2,
  mb: 1 / 1000,
  mo: 1 / 1000,
  mib: 1 / 1024,
  kb: 1 / 1024 ** 2,
  ko: 1 / 1024 ** 2,
  kib: 1 / 1024 ** 2,
  ...each('byte, bytes, octet, octets', 1 / 1024 ** 3),
}
const CENTIMETRES_OF_INCH = 2.54
const INCHES: Units = {
  ...each('", ″, ”, in, inch, inches, zoll, pouce, pouces, pulgada, pulgadas, pollice, pollici, polegadas', 1),
  cm: 1 / CENTIMETRES_OF_INCH,
  mm: 1 / (10 * CENTIMETRES_OF_INCH),
}
const PERCENT: Units = { '%': 1, percent: 1, 'pour cent': 1, prozent: 1 }
/** Hours of each time. */
const LENGTHS = { hour: 1, day: 24, week: 168, month: HOURS_OF_YEAR / 12, year: HOURS_OF_YEAR } as const
/** Hours of the longest of each: of a month of 31 days, and of a leap year. */
const MOST_HOURS = { hour: 1, day: 24, week: 168, month: 744, year: 8784 } as const
const SPANS = Object.keys(LENGTHS) as readonly (keyof typeof LENGTHS)[]
const WATTS: Units = {
  ...each('w, watt, watts', 1),
  ...each('kw, kilowatt, kilowatts', 1000),
  ...Object.fromEntries(SPANS.map((span) => [`kwh/${span}`, 1000 / LENGTHS[span]])),
  ...Object.fromEntries(SPANS.map((span) => [`mwh/${span}`, 1_000_000 / LENGTHS[span]])),
}
const RATIO: Units = {
  '%': 0.01,
  percent: 0.01,
  ...Object.fromEntries(SPANS.map((span) => [`h/${span}`, 1 / LENGTHS[span]])),
}
const HOURS: Units = Object.assign({}, ...SPANS.map((span) => each(WORDS[span], LENGTHS[span])))
/** Of greenhouse gases. */
const KILOGRAMS: Units = { kg: 1, g: 0.001, t: 1000 }
const KWH_OF_YEAR: Units = {
  ...{ kwh: 1, mwh: 1000, wh: 0.001 },
  ...Object.fromEntries(SPANS.map((span) => [`kwh/${span}`, HOURS_OF_YEAR / LENGTHS[span]])),
  ...Object.fromEntries(SPANS.map((span) => [`mwh/${span}`, (1000 * HOURS_OF_YEAR) / LENGTHS[span]])),
}
const KG_PER_KWH: Units = { 'kg/kwh': 1, 'g/kwh': 0.001, 't/mwh': 1, 'kg/mwh': 0.001 }

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
  terminal_storage: GIGABYTES,
  inches: INCHES,
  avg_power: WATTS,
  total_power: WATTS,
  cpu_tdp: WATTS,
  cpu_die_size: { mm2: 1, 'mm²': 1 },
  load: PERCENT,
  use_time_ratio: RATIO,
  duration: HOURS,
  lifetime: HOURS,
  elec_factor: KG_PER_KWH,
  own_making_kg: KILOGRAMS,
  own_low: KILOGRAMS,
  own_high: KILOGRAMS,
  own_kwh_year: KWH_OF_YEAR,
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

const HAS_UNIT = /[\s(_[]([kmgt]i?[bo]|pi?b|bytes|[kmg]?wh?|[kmg]?hz|mm2?|cm|kg|€|eur|usd|chf|gbp|\$|£|%)[)\]]?$/i

/** Whether a heading ends with a unit of any measure: `Provisioned MiB`, `Price (€)`, `CPU (GHz)`. */
export function namesUnit(heading: string): boolean {
  return HAS_UNIT.test(heading)
}

/** Factor from a unit to our unit. */
export function factorOf(column: string, text: string): number | undefined {
  const units = hasUnits(column) ? UNITS[column] : undefined
  // Normalises `gCO2eq/kWh` and `kg CO2 e / kWh` to g/kwh and kg/kwh.
  const key = rateOf(withoutAccents(text))
    .replace(/^(k?g|t)\s*co(2|₂)\s*-?(eq\.?|e)?\s*(\/|per)\s*([km]wh)$/, '$1/$5')
    .replace(/^(k?g|t)\s*(?:de\s+)?co(?:2|₂)\s*-?\s*(?:equiv\.?|aq\.?|eq\.?|e)?$/, '$1')
    .replace(/(?<!\s)\s*\/\s*/, '/')
  return units !== undefined && Object.hasOwn(units, key) ? units[key] : undefined
}

const HOUR_WORDS = new Set(WORDS.hour.split(', '))
const SPAN_OF = new Map(SPANS.flatMap((span) => WORDS[span].split(', ').map((word) => [word, span] as const)))
const RATE = /^(.*\p{L})\s*(?:\/|\s(?:per|pro|par|por|je|al?|all'|alla|a la)\s|\sp(?=\.? ?a\.?$)\.?)\s*(\p{L}+)\.?$/u

/** Hours and kilowatt-hours in a time: `Stunden pro Tag` is `h/day`. Other texts stay as they are. */
function rateOf(text: string): string {
  const [, amount = '', time = ''] = RATE.exec(text) ?? []
  const span = SPAN_OF.get(time)
  if (span === undefined || !(isEnergy(amount) || HOUR_WORDS.has(amount))) return text
  return `${isEnergy(amount) ? amount : 'h'}/${span}`
}

/** Whether a unit is that of the amount of a rate: the `h` of `h/day`, the `kWh` of `kWh/month`. */
export function isAmountOf(rate: string, unit: string): boolean {
  const [amount = '', time] = rateOf(withoutAccents(rate)).split('/')
  const bare = withoutAccents(unit)
  return time !== undefined && (amount === 'h' ? HOUR_WORDS.has(bare) : isEnergy(amount) && bare === amount)
}

function isEnergy(unit: string): boolean {
  return unit === 'kwh' || unit === 'mwh'
}

/** Words that may stand around the hours of a share of time. */
const AROUND_HOURS =
  /\b(average|avg|mean|usage|use|used|of|in|operating|operation|running|run|on|active|d'utilisation|utilisation|de|fonctionnement|marche|moyennes?|uso|funcionamiento|utilizzo|funzionamento|di)\b/g

/** What every rate has, for a quick look. */
const MAYBE_A_RATE = /\/|[ _](per|pro|par|por|je|all?|alla|al?|p\.?) ?/i

/** The unit of a heading that names hours in a time: `h/day` for `Usage hours per day`. */
export function hoursPerTime(heading: string): string | undefined {
  if (!MAYBE_A_RATE.test(heading)) return undefined
  const bare = withoutAccents(heading)
    .replace(/_/g, ' ')
    .replace(/(betriebs|nutzungs|einschalt)-?(?=stunden)/, '')
    .replace(AROUND_HOURS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const rate = rateOf(bare)
  return rate.startsWith('h/') && isUnitOf('use_time_ratio', rate) ? rate : undefined
}

/** Words of a heading that say nothing about the time of an energy. */
const AROUND_ENERGY =
  /\b(energy|power|electricity|electrical|electric|consumption|consumed|usage|use|used|average|avg|mean|moyenne?|media|medio|mittlerer?|elec|per (unit|device|asset)|(strom|energie)?verbrauch|strom|energie|consommation|conso|energetique|electrique|electricite|consumo|consumi|energia|energetico|electrico|elettrico|electricidad|elettricita)\b/g
/** Whether a heading names what a thing consumes and nothing else: `Conso. élec.`, but not `Max. power`. */
export function isConsumption(heading: string): boolean {
  const text = withoutAccents(heading).replace(/[()[\]_.]/g, ' ')
  return (
    /\b(conso|consum|verbrauch|(strom|energie)verbrauch)/.test(text) && text.replace(AROUND_ENERGY, '').trim() === ''
  )
}

/** Words for the time of an energy, as whole headings have them: `Monthly consumption (kWh)`. */
const ADVERBS: readonly (readonly [RegExp, string])[] = [
  [/\b(daily|taglich(er)?|journaliere?|diari[ao]|giornalier[ao])\b/, 'day'],
  [/\b(weekly|wochentlich(er)?|hebdomadaire|semanal|settimanale)\b/, 'week'],
  [/\b(monthly|monatlich(er)?|monats(?=verbrauch)|mensuel(le)?|mensual|mensile)(\b|(?=verbrauch))/, 'month'],
  [
    /\b(yearly|annual|jahrlich(er)?|jahres(?=(strom)?verbrauch)|annuel(le)?|anual|annu[ao]|annuale)(\b|(?=(strom)?verbrauch))/,
    'year',
  ],
]

/** A time next to the words of a heading: `Energy per year (kWh)`. */
const PER_TIME = /\b(?:per|pro|par|por|je|al|all'|a la) (\p{L}+)/u

/** The unit of a heading that names an energy in a time: `kwh/month` for `Monthly consumption (kWh)`. */
export function energyPerTime(heading: string): string | undefined {
  if (!/[km]wh/i.test(heading)) return undefined
  const text = withoutAccents(heading).replace(/[()[\]_]/g, ' ')
  const [perTime, word = ''] = PER_TIME.exec(text) ?? []
  const behind = SPAN_OF.has(word) ? [[perTime ?? '', SPAN_OF.get(word)] as const] : []
  const [adverb, span = ''] = [...ADVERBS.filter(([each]) => each.test(text)), ...behind][0] ?? []
  const bare = text
    .replace(adverb ?? '', ' ')
    .replace(AROUND_ENERGY, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const rate = rateOf(adverb !== undefined && isEnergy(bare) ? `${bare}/${span}` : bare)
  return rate.includes('wh/') && isUnitOf('avg_power', rate) ? rate : undefined
}

/** Whether a unit of power is one of energy in a time, all of its hours. */
export function isEnergyInTime(unit: string): boolean {
  return rateOf(withoutAccents(unit)).includes('wh/')
}

/** The most hours of a time, in words, if a share of time is given in them: a month has up to 744. */
export function mostHoursOf(unit: string): { readonly most: number; readonly span: string } | undefined {
  const span = SPANS.find((each) => rateOf(withoutAccents(unit)) === `h/${each}`)
  return span === undefined ? undefined : { most: MOST_HOURS[span], span }
}

/** `Vida útil ` is `vida util`. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}
