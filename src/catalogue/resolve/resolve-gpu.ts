import { GPU_FIELDS, type GpuBill } from '../../engine/components/gpu.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { exact } from '../../engine/values/range.ts'
import { snakeCase } from '../../engine/values/spelling.ts'
import type { GpuInput } from '../../input/component-input.ts'
import { known } from '../known.ts'
import type { Loaders } from '../loaders.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { ComponentArchetype, GpuTableRow, StatedRange } from '../tables.ts'
import { cellsOfRow } from './cells-of-row.ts'
import { gpuFactors } from './component-factors.ts'
import { givenAt, matchWord } from './match-word.ts'
import { resolveUsage } from './resolve-usage.ts'
import { read } from './typical-component.ts'

/** The GPU values of a server archetype; the GPU archetype has the rest. */
type TypicalGpu = Partial<GpuBill['archetype']> & {
  readonly name?: string
  readonly sourceOfName?: string
  readonly usage: UsageArchetype
}

export async function resolveGpu(
  loaders: Loaders,
  input: GpuInput,
  typical: TypicalGpu,
  at: string,
  archetypeId?: string,
): Promise<GpuBill> {
  const { references } = loaders
  const { usage, name, manufacturer, ...given } = input
  const { usage: typicalUsage, name: typicalName, sourceOfName, ...ofServer } = typical
  const archetype = archetypeId ?? references.defaults.components.gpu
  const knownName = name ?? typicalName
  const [match, maker, usageBill] = await Promise.all([
    knownName === undefined ? undefined : givenAt(loaders.gpu.load(knownName), `${at}.name`),
    matchWord(loaders, 'gpuManufacturer', manufacturer, `${at}.manufacturer`),
    resolveUsage(loaders, usage, typicalUsage, `${at}.usage`),
  ])
  const row = match === undefined ? references.gpuModel(archetype) : (match.row as GpuTableRow | undefined)
  return {
    kind: 'GPU',
    given,
    nameIsTypical: name === undefined,
    ...(row?.memoryKind !== undefined && { memoryKind: row.memoryKind }),
    ...(sourceOfName !== undefined && { sourceOfName }),
    ...(match && { name: match }),
    ...(maker && { manufacturer: maker }),
    archetype: { ...typicalGpu(references, archetype), ...ofServer },
    factors: gpuFactors(references.tables),
    power: references.constants.gpuPower,
    hasPowerOfCards: references.hasPowerOfCards,
    overhead: references.constants.overheadOfCards(row?.isModule === true),
    wafer: references.constants.wafer,
    vramArea: references.constants.fixed('vram_area'),
    usage: usageBill,
    at,
  }
}

/** Figures of the GPU archetype, which states the die area, or of a model of the GPU table, which states wafer area. */
function typicalGpu(references: References, id: string): GpuBill['archetype'] {
  const model = references.gpuModel(id)
  return model === undefined ? typicalCard(references.component('gpu', id)) : cardOfModel(model)
}

const cardOfModel = perObject(({ name, source, dieSource, ...figures }: GpuTableRow): GpuBill['archetype'] => {
  const ranges = Object.entries(figures).flatMap(([key, value]): [string, StatedRange][] => {
    if (typeof value === 'string' || typeof value === 'boolean') return []
    const stated = known({ source: (key === 'gpuSurface' ? dieSource : undefined) ?? source })
    return [[key, { ...(typeof value === 'number' ? exact(value) : value), ...stated }]]
  })
  return cellsOfRow({ table: 'gpus', row: name }, Object.fromEntries(ranges), '', 'gpu_')
})

const typicalCard = perObject((archetype: ComponentArchetype): GpuBill['archetype'] => {
  const { number } = read(archetype)
  const cells = Object.fromEntries(GPU_FIELDS.map((name) => [name, number(snakeCase(name))]))
  const { gpuSurface: gpuDieArea, ...figures } = cells
  return known({ ...figures, gpuDieArea })
})
