import { perObject } from '../per-object.ts'
import type { DeviceModel, TerminalType } from '../tables.ts'
import { SimilarNames } from './nearest-names.ts'

/** A model in the input: `PowerEdge R740`, with or without its maker. */
export interface NamedModel {
  readonly name: string
  readonly manufacturer?: string
}

/**
 * Models and types of devices by name. Case and separators do not matter. The maker (`Dell PowerEdge R740`) is
 * optional, and so are the text before the model number (`R740`) and a remark at the end (`P24 G4 (without stand)`).
 */
export class DeviceModels {
  readonly #models: ReadonlyMap<string, ModelsOfDevice>
  readonly #types: readonly TerminalType[]

  constructor(models: readonly DeviceModel[], types: readonly TerminalType[]) {
    const byDevice = new Map<string, DeviceModel[]>()
    for (const model of models) byDevice.set(model.device, [...(byDevice.get(model.device) ?? []), model])
    this.#models = new Map(Array.from(byDevice, ([device, of]) => [device, new ModelsOfDevice(of)]))
    this.#types = types
  }

  /** Whether the release knows no models. A model name then says nothing. */
  get isEmpty(): boolean {
    return this.#models.size === 0
  }

  /** The model that a name means; among lines, the one with the longest name. Undefined if none fits. */
  find(device: string, named: NamedModel): DeviceModel | undefined {
    return this.fitting(device, named)[0]
  }

  /**
   * The models that a name fits equally well, least figure first: `MacBook Pro (16-inch, 2021)` was sold with two
   * processors.
   */
  fitting(device: string, named: NamedModel): readonly DeviceModel[] {
    return this.#models.get(device)?.fitting(named) ?? []
  }

  /** Whether some model with figures of its own has a name that begins with these words. Without a name, all do. */
  mayNarrow(device: string, { name = '', manufacturer }: Partial<NamedModel> = {}): boolean {
    const words = wordsOf(name)
    const maker = manufacturer === undefined ? undefined : wordsOf(manufacturer)
    return (this.#models.get(device)?.all ?? []).some((model) => {
      const own = makerOf(model)
      if (model.covers !== 'model' || (maker !== undefined && !isMaker(maker, own))) return false
      const named = startsWith(words, own) ? words.slice(own.length) : words
      const full = nameOf(model)
      return named.length < full.length && startsWith(full, named) && !OF_ANOTHER.has(full[named.length] ?? '')
    })
  }

  /** The closest model names of a device, best first. */
  nearest(device: string, { name }: NamedModel): readonly string[] {
    return this.#models.get(device)?.similar.nearest(name) ?? []
  }

  /** Everyday names of the types of a device. */
  typeNames(device: string): readonly string[] {
    return this.#types.flatMap((type) => (type.device === device ? [type.name] : []))
  }

  /** The type that a text means, such as `All-in-one` for a desktop. */
  type(device: string, text: string): TerminalType | undefined {
    const wanted = wordsOf(text).join('')
    return this.#types.find((type) => type.device === device && wordsOf(type.name).join('') === wanted)
  }
}

const makerOf = perObject(({ manufacturer }: DeviceModel) => wordsOf(manufacturer))
const nameOf = perObject(({ name }: DeviceModel) => wordsOf(name))
/** A model by one of its names, and how well a text that equals this name fits the model: 0 is best. */
interface NameOfModel {
  readonly model: DeviceModel
  readonly rank: number
}

const OWN_NAME = 0
const OTHER_NAME = 1
const NUMBER_ALONE = 2
const WITHOUT_REMARK = 3

/** The models of one device, by the letters and digits of their names. */
class ModelsOfDevice {
  readonly all: readonly DeviceModel[]
  readonly similar: SimilarNames
  readonly #names = new Map<string, NameOfModel[]>()
  /** Longest name first. */
  readonly #lines: readonly DeviceModel[]
  /** Each maker once. */
  readonly #makers: readonly (readonly string[])[]

  constructor(models: readonly DeviceModel[]) {
    this.all = models
    this.similar = new SimilarNames(models.map(({ name }) => name))
    this.#lines = models
      .filter(({ covers }) => covers === 'line')
      .toSorted((one, other) => other.name.length - one.name.length)
    this.#makers = [...new Map(models.map((model) => [model.manufacturer, makerOf(model)])).values()]
    for (const model of models) if (model.covers === 'model') this.#add(model)
  }

  #add(model: DeviceModel): void {
    const add = (words: readonly string[], rank: number) => {
      const name = words.join('')
      const known = this.#names.get(name)
      if (known === undefined) this.#names.set(name, [{ model, rank }])
      else known.push({ model, rank })
    }
    const { name, otherNames = [] } = model
    const own = nameOf(model)
    add(own, OWN_NAME)
    for (const other of otherNames) add(wordsOf(other), OTHER_NAME)
    // `R740` alone, but not the 16 of an iPhone.
    const number = own.slice(own.findIndex((word) => /\d/.test(word)))
    if (/\d/.test(name) && number.join('').length >= LEAST_NUMBER) add(number, NUMBER_ALONE)
    for (const each of [name, ...otherNames]) for (const bare of withoutRemark(each)) add(wordsOf(bare), WITHOUT_REMARK)
  }

  fitting({ name, manufacturer }: NamedModel): readonly DeviceModel[] {
    const maker = manufacturer === undefined ? undefined : wordsOf(manufacturer)
    const isOfMaker = (model: DeviceModel) => maker === undefined || isMaker(maker, makerOf(model))
    const words = wordsOf(name)
    const whole = this.#named(words).filter(({ model }) => isOfMaker(model))
    if (whole.length > 0) return best(whole)
    // A monitor with its stand is not that of a name without it.
    const isOther = ({ rank }: NameOfModel) => rank === WITHOUT_REMARK && SAYS_WITH.test(name)
    const bare = withoutRemark(name)
      .flatMap((each) => this.#named(wordsOf(each)))
      .filter((each) => isOfMaker(each.model) && !isOther(each))
    if (bare.length > 0) return best(bare)
    const line = this.#lines.find(
      (each) =>
        isOfMaker(each) &&
        (begins(words, each) || (startsWith(words, makerOf(each)) && begins(words.slice(makerOf(each).length), each))),
    )
    return line === undefined ? [] : [line]
  }

  /** Models that these words name, with or without the maker. */
  #named(words: readonly string[]): readonly NameOfModel[] {
    const ofMakers = this.#makers
      .filter((maker) => startsWith(words, maker))
      .flatMap((maker) => {
        const named = this.#names.get(words.slice(maker.length).join('')) ?? []
        return named.filter(({ model }) => makerOf(model).join(' ') === maker.join(' '))
      })
    return [...(this.#names.get(words.join('')) ?? []), ...ofMakers]
  }
}

/** The models that fit best, the one with the least figure first. */
function best(named: readonly NameOfModel[]): readonly DeviceModel[] {
  const least = Math.min(...named.map(({ rank }) => rank))
  const models = new Set(named.flatMap(({ model, rank }) => (rank === least ? [model] : [])))
  return models.size === 1 ? [...models] : [...models].toSorted((one, other) => leastOf(one) - leastOf(other))
}

/** The least figure of making a model. */
function leastOf({ figures = [] }: DeviceModel): number {
  return Math.min(...figures.filter(({ covers }) => covers !== 'USE').map(({ value }) => value), Number.MAX_VALUE)
}

/** Whether a name is of a product line: `Latitude 5450`, `Latitude5450`. */
function begins(named: readonly string[], line: DeviceModel): boolean {
  const own = nameOf(line)
  if (startsWith(named, own)) return true
  const [text, start] = [named.join(''), own.join('')]
  return text.startsWith(start) && /^\d/.test(text.slice(start.length))
}

/** A text without the remark in parentheses at its end. None for what may tell models apart: `(2021)`, `(Plus)`. */
function withoutRemark(text: string): readonly string[] {
  const [, name, remark] = REMARK.exec(text) ?? []
  if (name === undefined || remark === undefined || /\d/.test(remark)) return []
  const tells = (word: string) => word.length < 3 || OF_ANOTHER.has(word) || OF_GENERATIONS.has(word)
  return wordsOf(remark).some(tells) ? [] : [name]
}

const SAYS_WITH = /\(with(?:out)?\b/i
const REMARK = /^([^()]*)\(([^()]*)\)\s*$/

/** `Dell Inc.` is Dell, and `Hewlett Packard Enterprise` is HPE. */
function isMaker(given: readonly string[], own: readonly string[]): boolean {
  return startsWith(given, own) || given.map(([initial]) => initial).join('') === own.join('')
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, index) => words[index] === word)
}

/** Letters and digits of a model number that stands for the model alone. */
const LEAST_NUMBER = 3

/** Words after a model that make it another model: an iPhone 16 is no iPhone 16 Plus. */
const OF_ANOTHER: ReadonlySet<string> = new Set([
  ...['plus', 'pro', 'max', 'ultra', 'mini', 'air', 'lite', 'fe', 'se', 'edge', 'fold', 'flip', 'convertible'],
])

/** Words of generations, whose number may be spelled out. */
const OF_GENERATIONS: ReadonlySet<string> = new Set(['generation', 'gen', 'early', 'mid', 'late'])

/** Words in the names of models that say no more than the kind of device does. */
const IDLE_WORDS: ReadonlySet<string> = new Set(['inch', 'inches', 'notebook', 'pc'])

/** Splits `PowerEdge-R740` into poweredge, r740, and `Galaxy S24+` into galaxy, s24, plus. */
function wordsOf(text: string): readonly string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('+', ' plus ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !IDLE_WORDS.has(word))
}
