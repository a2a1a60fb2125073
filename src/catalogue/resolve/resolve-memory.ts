import type { CpuBill } from '../../engine/components/cpu.ts'
import { USUAL_GENERATION } from '../../engine/components/density-estimates.ts'
import type { RamBill } from '../../engine/components/ram.ts'
import type { SsdBill } from '../../engine/components/ssd.ts'
import { type TextAttribute, text } from '../../engine/values/attribute.ts'
import type { NameMatch } from '../../engine/values/name-match.ts'
import type { MemoryGeneration } from '../../engine/values/table-rows.ts'
import { NO_WARNINGS, unknownWarning, type Warning } from '../../engine/values/warning.ts'
import type { RamInput, SsdInput } from '../../input/component-input.ts'
import type { Loaders } from '../loaders.ts'
import { modelTerms } from '../model-terms.ts'
import type { References } from '../references.ts'
import { factorsOfComponent } from './component-factors.ts'
import { contradiction, formFactorOf, notUsed, yearWarnings } from './form-factor.ts'
import { matchWord } from './match-word.ts'
import { resolveUsage } from './resolve-usage.ts'
import type { Typical } from './typical-component.ts'

/** What a caller may know about the age of memory modules. */
interface Given {
  readonly generation?: string
  readonly generationName?: string
  readonly year?: number
  readonly capacity?: number
}

/** The generation of memory modules, if known, and warnings about the input. */
interface KnownGeneration {
  readonly generation?: TextAttribute
  readonly warnings: readonly Warning[]
}

const NOTHING: KnownGeneration = { warnings: NO_WARNINGS }

/**
 * The generation of memory modules: from the input, else the usual one of the year of manufacture, else that of the
 * processor next to them. `at` is their path in the input.
 */
function memoryGeneration(
  { tables }: References,
  given: Given,
  host: CpuBill | undefined,
  at: string,
): KnownGeneration {
  const { memoryGenerations: known } = tables
  const { generationName, generation = generationName, year, capacity } = given
  if (known.length === 0) return withoutEffect(given, tables.release.id, at)
  const byYear = year === undefined ? undefined : usualIn(known, year)
  const ofHost = known.find((each) => each.generation === host?.generation?.memoryGeneration)
  const named = generation === undefined ? undefined : generationNamed(known, generation)
  if (generation === undefined && year === undefined) {
    return ofHost === undefined || host === undefined
      ? NOTHING
      : { generation: memoryOf(host, ofHost), warnings: NO_WARNINGS }
  }
  const taken = named ?? byYear ?? ofHost
  const uses = `uses ${taken?.generation ?? `${USUAL_GENERATION}, the most usual one`}`
  const earliest = named === undefined ? Math.min(...known.map(({ firstYear }) => firstYear)) : undefined
  const warnings = yearWarnings(year, tables.release.id, uses, at, earliest)
  if (generation !== undefined && named === undefined) {
    warnings.push(
      unknownWarning('UNKNOWN_GENERATION', {
        what: `generation of memory "${generation}"`,
        given: generation,
        nearest: known.map((each) => each.generation),
        instead: uses,
        at: placeOfGeneration(given, at),
      }),
    )
  }
  if (taken === undefined) return { warnings }
  if (named !== undefined && year !== undefined && year < named.firstYear) {
    const message = `No ${named.generation} was made before ${named.firstYear}.`
    warnings.push(
      contradiction(message, `uses ${named.generation} and ignores the year ${year}`, `${at}.year`, String(year)),
    )
  }
  if (capacity !== undefined && capacity > taken.largest) {
    const message = `${taken.generation} modules hold at most ${taken.largest} GB, not ${capacity} GB.`
    warnings.push(contradiction(message, `uses ${taken.generation}`, `${at}.capacity`, String(capacity)))
  }
  if (named !== undefined) return { generation: asGiven(generation ?? '', named), warnings }
  const source = byYear === undefined ? undefined : `The usual generation of ${year}`
  return { generation: text('COMPLETED', taken.generation, undefined, source), warnings }
}

/** Where a caller described the generation. */
function placeOfGeneration({ generation }: Given, at: string): string {
  return generation === undefined ? `${at}.generationName` : `${at}.generation`
}

function withoutEffect(given: Given, release: string, at: string): KnownGeneration {
  const { generationName, generation = generationName, year } = given
  const warnings = [
    ...(generation === undefined ? [] : [notUsed('generation of memory', release, placeOfGeneration(given, at))]),
    ...(year === undefined ? [] : [notUsed('year of memory', release, `${at}.year`)]),
  ]
  return { ...(generation !== undefined && { generation: text('INPUT', generation) }), warnings }
}

/** The usual generation in servers of a year: the last one out by then, or the first. */
function usualIn(known: readonly MemoryGeneration[], year: number): MemoryGeneration | undefined {
  const usual = known.filter(({ usualFrom }) => usualFrom !== undefined)
  return usual.findLast(({ usualFrom = 0 }) => usualFrom <= year) ?? usual[0]
}

/**
 * Matches a generation by its name or a variant: DDR4 for `ddr4`, `DDR-4`, `DDR4-3200` and `LPDDR4X`, HBM for `HBM2e`.
 */
function generationNamed(known: readonly MemoryGeneration[], given: string): MemoryGeneration | undefined {
  const plain = given
    .trim()
    .toUpperCase()
    .replace(/^(?:LP)?(DDR|HBM)[\s_-]*/, '$1')
  return known.find(({ generation }) => {
    if (!plain.startsWith(generation)) return false
    const isLonger = /\d$/.test(generation) && /^\d/.test(plain.slice(generation.length))
    return !isLonger
  })
}

function asGiven(given: string, { generation }: MemoryGeneration): TextAttribute {
  if (given === generation) return text('INPUT', generation)
  return text('CHANGED', generation, undefined, `Given as "${given}"`)
}

/** The memory that a processor takes. */
function memoryOf({ name, nameIsTypical, archetype }: CpuBill, { generation }: MemoryGeneration): TextAttribute {
  const source = `The memory of ${name?.name ?? archetype.family ?? 'the processor'}`
  return text(nameIsTypical && name !== undefined ? 'ARCHETYPE' : 'COMPLETED', generation, undefined, source)
}

/**
 * Memory, with the densities of its maker, process and generation. `cpu` is the processor next to it, which may
 * determine the generation.
 */
export async function resolveRam(
  loaders: Loaders,
  input: RamInput,
  typical: Typical<RamBill>,
  at: string,
  cpu?: Promise<CpuBill> | CpuBill,
): Promise<RamBill> {
  const { references } = loaders
  const { usage, manufacturer, generation: _, generationName: __, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const [maker, usageBill, host] = await Promise.all([
    makerOfMemory(loaders, 'ramManufacturer', manufacturer, given.density, `${at}.manufacturer`),
    resolveUsage(loaders, usage, typicalUsage, `${at}.usage`),
    cpu,
  ])
  const { power: powerModel } = modelTerms(references.tables)
  const { warnings, ...known } = memoryGeneration(references, input, host, at)
  return {
    kind: 'RAM',
    given,
    ...(maker && { manufacturer: maker }),
    archetype,
    densities: references.ramDensity(maker?.name, given.process, known.generation?.value),
    ...known,
    ...(warnings.length > 0 && { warnings }),
    factors: factorsOfComponent(references, 'ram'),
    power: references.constants.ramPower,
    ...(references.serverPower && { isPartOfWhole: true }),
    ...(powerModel && { powerModel }),
    usage: usageBill,
    at,
  }
}

/** Memory without details next to a known processor: of the generation that the processor takes. */
export function besideCpu(references: References, bill: RamBill, host: CpuBill): RamBill {
  const { generation } = memoryGeneration(references, {}, host, bill.at)
  const { generation: _, ...rest } = bill
  return {
    ...rest,
    ...(generation && { generation }),
    densities: references.ramDensity(undefined, undefined, generation?.value),
  }
}

/** Solid-state drives, with the densities of their maker and layers, else of their year. */
export async function resolveSsd(
  loaders: Loaders,
  input: SsdInput,
  typical: Typical<SsdBill>,
  at: string,
): Promise<SsdBill> {
  const { references } = loaders
  const { usage, manufacturer, formFactor: _, ...given } = input
  const { usage: typicalUsage, ...archetype } = typical
  const [maker, usageBill] = await Promise.all([
    makerOfMemory(loaders, 'ssdManufacturer', manufacturer, given.density, `${at}.manufacturer`),
    resolveUsage(loaders, usage, typicalUsage, `${at}.usage`),
  ])
  const { row: __, warnings: ofForm, ...known } = formFactorOf(references, 'ssd', input, at)
  const year = ofForm.some(({ code }) => code === 'UNKNOWN_YEAR') ? undefined : given.year
  const factors = factorsOfComponent(references, 'ssd', given.method?.toLowerCase())
  const isMethodUsed = given.method === undefined || Object.keys(factors.perTerabyte).length > 0
  const ofMethod = isMethodUsed ? [] : [notUsed('method', references.tables.release.id, `${at}.method`)]
  const warnings = [...ofForm, ...ofMethod]
  return {
    kind: 'SSD',
    given,
    ...known,
    ...(warnings.length > 0 && { warnings }),
    ...(maker && { manufacturer: maker }),
    archetype,
    densities: references.ssdDensity(maker?.name, given.layers, year),
    factors,
    smallest: factorsOfComponent(references, 'ssd', 'smallest').base,
    usage: usageBill,
    at,
  }
}

/** Matches the maker if the density depends on it; otherwise keeps its name as written. */
function makerOfMemory(
  loaders: Loaders,
  word: 'ramManufacturer' | 'ssdManufacturer',
  maker: string | undefined,
  density: number | undefined,
  at: string,
): NameMatch<string> | undefined | Promise<NameMatch<string>> {
  if (maker === undefined || density === undefined) return matchWord(loaders, word, maker, at)
  return { given: maker, outcome: 'same', name: maker, nearest: [] }
}
