import { type FactorQuantities, factorQuantities, type PartFactors } from '../../engine/figures/factors.ts'
import type { DeviceFactors, FunctionalBlockFactors, GpuPart } from '../../engine/figures/table-rows.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { Tables } from '../tables.ts'

/** Factors of a whole device: `device-factors.laptop.pro.gwp`. */
export const deviceFactors = perObject(({ device, type, factors, source }: DeviceFactors) =>
  factorQuantities(`device-factors.${type === undefined ? device : `${device}.${type}`}`, factors, source),
)

/** Factors of a functional block: `functional-block-factors.sensing.HSL-1.manufacture.gwp`. */
export const blockFactors = perObject(({ block, hslLevel, manufacture, endOfLife, source }: FunctionalBlockFactors) => {
  const id = `functional-block-factors.${block}.${hslLevel}`
  return {
    block,
    hslLevel,
    manufacture: factorQuantities(`${id}.manufacture`, manufacture, source),
    endOfLife: factorQuantities(`${id}.end_of_life`, endOfLife, source),
  }
})

/** Factors of the parts of a graphics card: `gpu-factors.casing.gwp`. */
export const gpuFactors = perObject(
  ({ gpuFactors }: Tables): ReadonlyMap<GpuPart, FactorQuantities> =>
    new Map(
      Array.from(gpuFactors, ([part, { factors, source }]) => [
        part,
        factorQuantities(`gpu-factors.${part}`, factors, source),
      ]),
    ),
)

const partFactorsOf = perObject((_: Tables) => new Map<string, PartFactors>())

/** Factors of a kind of component: `component-factors.cpu.per_die_area.gwp`. None where no row has them. */
export function partFactors({ tables }: References, component: string): PartFactors {
  const known = partFactorsOf(tables)
  let factors = known.get(component)
  if (factors === undefined) {
    const row = tables.componentFactors.get(component)
    const id = `component-factors.${component}`
    factors = {
      base: factorQuantities(`${id}.base`, row?.base ?? {}, row?.sourceOfBase),
      perDieArea: factorQuantities(`${id}.per_die_area`, row?.perDieArea ?? {}, row?.sourceOfDieArea),
    }
    known.set(component, factors)
  }
  return factors
}
