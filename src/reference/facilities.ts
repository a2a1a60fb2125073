import { leaf, type NumberAttribute } from '../engine/figures/attribute.ts'
import { exact } from '../engine/figures/range.ts'
import type { Facility } from '../engine/use/usage-bill.ts'
import type { FormulaConstants } from './formula-constants.ts'
import { type FigureName, PueAndWue, widerArea } from './pue-and-wue.ts'
import type { FacilityRegion, Tables } from './tables.ts'

/** Data centres by provider and region; each is put together once. */
export class Facilities {
  readonly #regions: readonly FacilityRegion[]
  readonly #pueAndWue: PueAndWue
  readonly #constants: FormulaConstants
  /** Bounded by the regions of the tables: only those are asked for. */
  readonly #known = new Map<string, Facility>()

  constructor(tables: Pick<Tables, 'facilities' | 'facilityRegions'>, constants: FormulaConstants) {
    this.#regions = tables.facilityRegions
    this.#pueAndWue = new PueAndWue(tables, constants)
    this.#constants = constants
  }

  /** Provider and region as the tables spell them, as far as they are known. */
  of(provider: string | undefined, region: string | undefined): Facility {
    const key = `${provider ?? ''} ${region ?? ''}`
    let facility = this.#known.get(key)
    if (facility === undefined) {
      facility = this.#put(provider, region)
      this.#known.set(key, facility)
    }
    return facility
  }

  /** What is used for a region that no table knows: the figures of its provider, each with a warning that names the region. */
  instead(provider: string | undefined, region: string): Facility {
    const known = this.of(provider, undefined)
    const named = (name: FigureName): NumberAttribute => {
      const { leaf: id, status, unit, source, value } = known[name]
      const area = status === 'DEFAULT' ? undefined : provider
      if (id === undefined) return known[name]
      return leaf(id, status, known[name], unit, source, [widerArea(name, region, area, value)])
    }
    return { ...known, pue: named('pue'), wue: named('wue') }
  }

  #put(provider: string | undefined, region: string | undefined): Facility {
    return {
      pue: this.#pueAndWue.of('pue', provider, region),
      wue: this.#pueAndWue.of('wue', provider, region),
      waterPerKwh: this.#waterPerKwh(provider, region),
      building: this.#constants.leaf('building'),
    }
  }

  #waterPerKwh(provider: string | undefined, region: string | undefined): NumberAttribute | undefined {
    const row = this.#regions.find((each) => each.provider === provider && each.region === region)
    if (row?.waterPerKwh === undefined) return undefined
    const id = `facility-regions.${provider}.${region}.water`
    return leaf(id, 'COMPLETED', exact(row.waterPerKwh), 'l/kWh', row.source)
  }
}
