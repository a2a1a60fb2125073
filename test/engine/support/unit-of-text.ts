import { type Algebra, readText } from './evaluate-text.ts'

/** A unit as so many of its dimensions, each with a power: `mm2` is 1e-6 of `{ length: 2 }`. */
interface Unit {
  readonly scale: number
  readonly powers: Readonly<Record<string, number>>
  /** The number that stands in a formula as it is; it takes the unit of what it is added to. */
  readonly literal?: number
  /** Of an amount of 0: every unit is right for it. */
  readonly isAny?: true
}

const PLAIN: Unit = { scale: 1, powers: {} }
const ANY: Unit = { scale: 1, powers: {}, isAny: true }

const NAMED: Readonly<Record<string, Unit>> = {
  '': PLAIN,
  '1': PLAIN,
  '%': { scale: 0.01, powers: {} },
  W: { scale: 1, powers: { energy: 1, time: -1 } },
  kWh: { scale: 3.6e6, powers: { energy: 1 } },
  MJ: { scale: 1e6, powers: { energy: 1 } },
  hours: { scale: 3600, powers: { time: 1 } },
  days: { scale: 86_400, powers: { time: 1 } },
  year: { scale: 1, powers: { year: 1 } },
  years: { scale: 1, powers: { year: 1 } },
  mm: { scale: 1e-3, powers: { length: 1 } },
  mm2: { scale: 1e-6, powers: { length: 2 } },
  cm2: { scale: 1e-4, powers: { length: 2 } },
  km: { scale: 1e3, powers: { length: 1 } },
  l: { scale: 1e-3, powers: { length: 3 } },
  m3: { scale: 1, powers: { length: 3 } },
  'm3 eq.': { scale: 1, powers: { length: 3 } },
  kg: { scale: 1, powers: { mass: 1 } },
  'kg km': { scale: 1e3, powers: { mass: 1, length: 1 } },
  GB: { scale: 1, powers: { data: 1 } },
  TB: { scale: 1e3, powers: { data: 1 } },
  'g CO2 eq.': { scale: 1e-3, powers: { 'CO2 eq.': 1 } },
  'kg CO2 eq.': { scale: 1, powers: { 'CO2 eq.': 1 } },
}

/** Other units of criteria, each a dimension of its own. */
const OF_CRITERIA = /^((kg|mol) .+ eq\.|No dimension|Disease occurrence|CTUe|CTUh)$/

/** Numbers of formulas that turn one unit into another: W into kW, percent into shares, days into hours. */
const CONVERSIONS: ReadonlySet<number> = new Set([1000, 100, 24])

/** The largest die: an area in mm2 that formulas name. */
const LARGEST_DIE = 10_000

/** A unit of its text; undefined is that of a plain number. Throws where it is not known: `kgs`, `(kg`. */
export function unitOf(text: string | null): Unit {
  const [of = '', per = '', more] = (text ?? '').replace(/ per unit$/, '').split('/')
  if (more !== undefined) throw new Error(`No unit: ${text}`)
  return UNITS.divide(named(of), named(per.replace(/^\((.*)\)$/, '$1')))
}

function named(text: string): Unit {
  const known = NAMED[text] ?? (OF_CRITERIA.test(text) ? { scale: 1, powers: { [text]: 1 } } : undefined)
  if (known === undefined) throw new Error(`No unit: ${text}`)
  return known
}

/** What is exactly 0 has any unit. */
export function unitOfAmount(unit: string | null, { min, max }: { min: number; max: number }): Unit {
  return min === 0 && max === 0 ? ANY : unitOf(unit)
}

/** The unit that a formula gives of those of its symbols. Throws where it adds or compares what is not of one unit. */
export function unitOfText(text: string, symbols: Readonly<Record<string, Unit>>): Unit {
  return readText(text, symbols, UNITS)
}

export function isSameUnit(a: Unit, b: Unit): boolean {
  if (a.isAny || b.isAny) return true
  const names = [...new Set([...Object.keys(a.powers), ...Object.keys(b.powers)])]
  return (
    Math.abs(a.scale / b.scale - 1) < 1e-9 && names.every((name) => (a.powers[name] ?? 0) === (b.powers[name] ?? 0))
  )
}

function added(a: Unit, b: Unit): Unit {
  if (a.isAny || a.literal !== undefined) return b.literal === LARGEST_DIE ? named('mm2') : b
  if (b.isAny || b.literal !== undefined) return a
  if (!isSameUnit(a, b)) throw new Error(`${JSON.stringify(a)} beside ${JSON.stringify(b)}`)
  return a
}

/** As a factor: a conversion turns the unit into one that is larger by as much, all other numbers are plain. */
function asFactor(unit: Unit): Unit {
  if (unit.literal === undefined) return unit
  if (unit.literal === LARGEST_DIE) return named('mm2')
  return CONVERSIONS.has(unit.literal) ? { scale: 1 / unit.literal, powers: {} } : PLAIN
}

function times(a: Unit, b: Unit, power: 1 | -1): Unit {
  const [one, other] = [asFactor(a), asFactor(b)]
  const names = new Set([...Object.keys(one.powers), ...Object.keys(other.powers)])
  const powers = [...names].map((name) => [name, (one.powers[name] ?? 0) + power * (other.powers[name] ?? 0)])
  return {
    scale: one.scale * other.scale ** power,
    powers: Object.fromEntries(powers),
    ...((one.isAny || (other.isAny && power === 1)) && { isAny: true }),
  }
}

function toPower(unit: Unit, power: number): Unit {
  const powers = Object.entries(unit.powers).map(([name, each]) => [name, each * power])
  return { ...unit, scale: unit.scale ** power, powers: Object.fromEntries(powers) }
}

const UNITS: Algebra<Unit> = {
  number: (literal) => ({ ...PLAIN, literal }),
  add: added,
  subtract: added,
  multiply: (a, b) => times(a, b, 1),
  divide: (a, b) => times(a, b, -1),
  call: (name, given) => {
    const [x = PLAIN, y = PLAIN] = given
    switch (name) {
      case 'min':
      case 'max':
        return given.reduce(added)
      case 'ln':
      case 'exp':
        if (!isSameUnit(x, PLAIN)) throw new Error(`${name} of ${JSON.stringify(x)}`)
        return PLAIN
      case 'sqrt':
        return toPower(x, 0.5)
      case 'pow':
        return toPower(x, y.literal ?? Number.NaN)
      case 'ceil':
      case 'figures':
        return x
      default:
        throw new Error(`No word of the language: ${name}`)
    }
  },
}
