import { CASE_TYPES } from '../engine/components/case.ts'
import type { NameMatch } from '../engine/values/name-match.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { DefaultArchetypes } from './default-archetypes.ts'
import { NameMatcher } from './matching/name-matcher.ts'
import type { CpuTableRow, GpuTableRow, Tables } from './tables.ts'

/** Minimum similarity of families, manufacturers and model ranges. */
const WORD_THRESHOLD = 79

/** Names other than parts that are matched by similarity, each with an index. */
export type Word =
  | 'family'
  | 'cpuManufacturer'
  | 'gpuManufacturer'
  | 'ramManufacturer'
  | 'ssdManufacturer'
  | 'modelRange'

/** Kinds whose names can be listed. */
export const NAME_LISTS = [
  'CPU_NAME',
  'CPU_FAMILY',
  'CPU_MODEL_RANGE',
  'GPU_NAME',
  'RAM_MANUFACTURER',
  'SSD_MANUFACTURER',
  'CASE_TYPE',
] as const
export type NameList = (typeof NAME_LISTS)[number]

/** Matches text with the names of parts, their makers, families and ranges. */
export class ComponentNames {
  readonly cpus: NameMatcher<CpuTableRow>
  readonly gpus: NameMatcher<GpuTableRow>
  readonly #tables: Tables
  readonly #words: Readonly<Record<Word, NameMatcher<string>>>
  readonly #listed = new BoundedCache<NameList, readonly string[]>(NAME_LISTS.length)

  constructor(tables: Tables, { matchingThreshold: threshold }: DefaultArchetypes) {
    const { cpus, gpus, nameWords: words, gpuWords, nameAliases, gpuVariants } = tables
    const part = { threshold, digitRule: true, words }
    // A release without variants parses cards like processors.
    const card = gpuVariants.length === 0 ? part : { ...part, words: gpuWords, variants: gpuVariants }
    this.#tables = tables
    this.cpus = new NameMatcher(cpus, ({ name }) => name, { ...part, aliases: nameAliases.cpus })
    this.gpus = new NameMatcher(gpus, ({ name }) => name, { ...card, aliases: nameAliases.gpus })
    const indexOf = (names: readonly (string | undefined)[]) =>
      new NameMatcher(distinct(names), (word) => word, { threshold: WORD_THRESHOLD, digitRule: false, words })
    this.#words = {
      family: indexOf(cpus.map(({ family }) => family)),
      cpuManufacturer: indexOf(cpus.map(({ manufacturer }) => manufacturer)),
      gpuManufacturer: indexOf(gpus.map(({ manufacturer }) => manufacturer)),
      ramManufacturer: indexOf(tables.ramDensities.map(({ manufacturer }) => manufacturer)),
      ssdManufacturer: indexOf(tables.ssdDensities.map(({ manufacturer }) => manufacturer)),
      modelRange: indexOf(cpus.map(({ modelRange }) => modelRange)),
    }
  }

  matchWord(word: Word, text: string): NameMatch<string> {
    return this.#words[word].match(text)
  }

  /** All known names of a kind, each once, in table order. */
  listed(of: NameList): readonly string[] {
    return this.#listed.getOrCompute(of, (list) => this.#list(list))
  }

  #list(of: NameList): readonly string[] {
    const { cpus, gpus, ramDensities, ssdDensities } = this.#tables
    switch (of) {
      case 'CPU_NAME':
        return distinct(cpus.map(({ name }) => name))
      case 'CPU_FAMILY':
        return distinct(cpus.map(({ family }) => family))
      case 'CPU_MODEL_RANGE':
        return distinct(cpus.map(({ modelRange }) => modelRange))
      case 'GPU_NAME':
        return distinct(gpus.map(({ name }) => name))
      case 'RAM_MANUFACTURER':
        return distinct(ramDensities.map(({ manufacturer }) => manufacturer))
      case 'SSD_MANUFACTURER':
        return distinct(ssdDensities.map(({ manufacturer }) => manufacturer))
      case 'CASE_TYPE':
        return CASE_TYPES.toSorted()
    }
  }
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name): name is string => name !== undefined))]
}
