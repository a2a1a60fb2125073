/** How figures are shown: their unit, and the factor that converts to it. */
export interface Scale {
  readonly unit: string
  readonly by: number
}

/** From this value on, figures are shown in thousands: kilograms as tonnes, megajoules as gigajoules. */
const MANY = 10_000
/** Below, grams and smaller units need fewer zeros. */
const FEW = 0.01

const THOUSANDS: Readonly<Record<string, string>> = { MJ: 'GJ', kWh: 'MWh' }

const SMALLER = [
  ['g', 1e3],
  ['mg', 1e6],
  ['µg', 1e9],
] as const

/**
 * The unit in which a figure needs no power of ten: 12,300 kg are 12.3 t, and 0.0000091 kg are 9.1 mg. All figures of a
 * comparison take that of the largest. Thousands begin with `many`, and smaller units end with `few`.
 */
export function scaleOf(unit: string, largest: number, many = MANY, few = FEW): Scale {
  const [, what = ''] = /^kg( .*)$/.exec(unit) ?? []
  if (what !== '' && largest >= many) return { unit: `t${what}`, by: 1e-3 }
  if (what !== '' && largest > 0 && largest < few) {
    const [name, by] = SMALLER.find(([, times]) => largest * times >= 1) ?? SMALLER[2]
    return { unit: `${name}${what}`, by }
  }
  const more = THOUSANDS[unit]
  if (more !== undefined && largest >= many) return { unit: more, by: 1e-3 }
  return { unit, by: 1 }
}
