import { perObject } from '../per-object.ts'
import type { DeviceModel, TerminalType } from '../tables.ts'
import { nearestNames } from './nearest-names.ts'

/** A model in the input: `PowerEdge R740`, with or without its maker. */
export interface NamedModel {
  readonly name: string
  readonly manufacturer?: string
}

/**
 * Models and types of devices by name. Case and separators do not matter. The maker (`Dell PowerEdge R740`) is
 * optional, and so is the text before the model number (`R740`).
 */
export class DeviceModels {
  readonly #models: ReadonlyMap<string, readonly DeviceModel[]>
  readonly #types: readonly TerminalType[]

  constructor(models: readonly DeviceModel[], types: readonly TerminalType[]) {
    const byDevice = new Map<string, DeviceModel[]>()
    for (const model of models) byDevice.set(model.device, [...(byDevice.get(model.device) ?? []), model])
    this.#models = byDevice
    this.#types = types
  }

  /** Whether the release knows no models. A model name then says nothing. */
  get isEmpty(): boolean {
    return this.#models.size === 0
  }

  /** The model that a name means; among lines, the one with the longest name. Undefined if none fits. */
  find(device: string, { name, manufacturer }: NamedModel): DeviceModel | undefined {
    const words = wordsOf(name)
    const maker = manufacturer === undefined ? undefined : wordsOf(manufacturer)
    const fitting = (this.#models.get(device) ?? []).filter((model) => {
      const own = makerOf(model)
      if (maker !== undefined && !isMaker(maker, own)) return false
      return fits(words, model) || (startsWith(words, own) && fits(words.slice(own.length), model))
    })
    return fitting.toSorted((one, other) => other.name.length - one.name.length)[0]
  }

  /** Whether some model with figures of its own has a name that begins with these words. Without a name, all do. */
  mayNarrow(device: string, { name = '', manufacturer }: Partial<NamedModel> = {}): boolean {
    const words = wordsOf(name)
    const maker = manufacturer === undefined ? undefined : wordsOf(manufacturer)
    return (this.#models.get(device) ?? []).some((model) => {
      const own = wordsOf(model.manufacturer)
      if (model.covers !== 'model' || (maker !== undefined && !isMaker(maker, own))) return false
      const named = startsWith(words, own) ? words.slice(own.length) : words
      const full = wordsOf(model.name)
      return named.length < full.length && startsWith(full, named) && !OF_ANOTHER.has(full[named.length] ?? '')
    })
  }

  /** The closest model names of a device, best first. */
  nearest(device: string, { name }: NamedModel): readonly string[] {
    return nearestNames(
      name,
      (this.#models.get(device) ?? []).map((model) => model.name),
    )
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
const otherNamesOf = perObject(
  ({ otherNames = [] }: DeviceModel): ReadonlySet<string> =>
    new Set(otherNames.map((other) => wordsOf(other).join(''))),
)

function fits(named: readonly string[], model: DeviceModel): boolean {
  const { name, covers } = model
  if (otherNamesOf(model).has(named.join(''))) return true
  const own = nameOf(model)
  if (covers === 'line') {
    const rest = named.join('').slice(own.join('').length)
    return startsWith(named, own) || (named.join('').startsWith(own.join('')) && /^\d/.test(rest))
  }
  const number = own.slice(own.findIndex((word) => /\d/.test(word)))
  if (named.join('') === own.join('')) return true
  // `R740` alone, but not the 16 of an iPhone.
  return /\d/.test(name) && number.join('').length >= LEAST_NUMBER && named.join('') === number.join('')
}

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
const OF_ANOTHER: ReadonlySet<string> = new Set(['plus', 'pro', 'max', 'ultra', 'mini'])

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
