import {
  type DeviceStage,
  type FactorBasis,
  type FactorQuantities,
  type FactorsOfComponent,
  factorQuantities,
  type StageFactors,
} from '../../engine/values/factors.ts'
import { snakeCase } from '../../engine/values/spelling.ts'
import {
  type DeviceFactors,
  type FactorsPerAmount,
  type FunctionalBlockFactors,
  GPU_PARTS,
  type GpuPart,
} from '../../engine/values/table-rows.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { Tables } from '../tables.ts'

/** Factors of a whole device: `device-factors.laptop.pro.gwp`. */
export const deviceFactors = perObject(({ device, type, figures, factors, source, sourceOfGwp }: DeviceFactors) => {
  const row = type === undefined ? device : `${device}.${type}`
  return factorQuantities({ table: 'device-factors', row, figures }, factors, { source, sourceOfGwp })
})

/** Transport and end of life of a device: `device-stages.laptop.pro.transport.gwp`. */
export function deviceStages({ tables }: References, device: string, type?: string): StageFactors | undefined {
  return stagesOfTables(tables).get(`${device} ${type ?? ''}`) ?? stagesOfTables(tables).get(`${device} `)
}

const stagesOfTables = perObject(({ deviceStages }: Tables): ReadonlyMap<string, StageFactors> => {
  const stages = new Map<string, { -readonly [Stage in DeviceStage]?: FactorQuantities }>()
  for (const { device, type, stage, factors, source } of deviceStages) {
    const key = `${device} ${type ?? ''}`
    const row = type === undefined ? device : `${device}.${type}`
    const quantities = factorQuantities({ table: 'device-stages', row, column: stage }, factors, { source })
    stages.set(key, { ...stages.get(key), [stage]: quantities })
  }
  return stages
})

/** Factors of a functional block: `functional-block-factors.sensing.HSL-1.manufacture.gwp`. */
export const blockFactors = perObject(({ block, hslLevel, manufacture, endOfLife, source }: FunctionalBlockFactors) => {
  const of = { table: 'functional-block-factors', row: `${block}.${hslLevel}` } as const
  return {
    block,
    hslLevel,
    manufacture: factorQuantities({ ...of, column: 'manufacture' }, manufacture, { source }),
    endOfLife: factorQuantities({ ...of, column: 'end_of_life' }, endOfLife, { source }),
  }
})

/** Factors of the parts of a graphics card: `gpu-factors.casing.gwp`. */
export const gpuFactors = perObject(
  ({ gpuFactors }: Tables): ReadonlyMap<GpuPart, FactorQuantities> =>
    new Map(
      Array.from(gpuFactors, ([part, { factors, source }]) => [
        part,
        factorQuantities({ table: 'gpu-factors', row: part }, factors, { source, per: GPU_PARTS[part] }),
      ]),
    ),
)

const knownFactorsOf = perObject((_: Tables) => new Map<string, FactorsOfComponent>())

/**
 * Factors of a kind of component: `component-factors.cpu.per_die_area.gwp`. Empty if no row has them. Those of a
 * variant take precedence: `component-factors.cpu.per_die_area.7.gwp`.
 */
export function factorsOfComponent({ tables }: References, component: string, variant?: string): FactorsOfComponent {
  const known = knownFactorsOf(tables)
  const key = variant === undefined ? component : `${component}.${variant}`
  let factors = known.get(key)
  if (factors === undefined) {
    const own = factorsOfRow(tables, component)
    const ofVariant = variant === undefined ? own : factorsOfRow(tables, component, variant)
    factors = {
      base: { ...own.base, ...ofVariant.base },
      perDieArea: { ...own.perDieArea, ...ofVariant.perDieArea },
      perTerabyte: { ...own.perTerabyte, ...ofVariant.perTerabyte },
    }
    known.set(key, factors)
  }
  return factors
}

function factorsOfRow({ componentFactors }: Tables, component: string, variant?: string): FactorsOfComponent {
  const row = componentFactors.get(variant === undefined ? component : `${component}.${variant}`)
  const of = (basis: FactorBasis): FactorQuantities => {
    const { factors, per, figures, source } = row?.[basis] ?? NO_FACTORS
    const leaf = { table: 'component-factors', row: component, column: snakeCase(basis), variant, figures } as const
    return factorQuantities(leaf, factors, { source, ...(per !== 'unit' && { per }) })
  }
  return { base: of('base'), perDieArea: of('perDieArea'), perTerabyte: of('perTerabyte') }
}

const NO_FACTORS: FactorsPerAmount = { factors: {}, per: 'unit' }
