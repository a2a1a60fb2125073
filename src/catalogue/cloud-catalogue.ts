import { FaultError } from '../input/fault.ts'
import { customInstanceType, customPrefixOf } from './custom-instance-type.ts'
import { nearestNames, SimilarNames } from './matching/nearest-names.ts'
import { RowSearch } from './matching/row-search.ts'
import { NotFoundError } from './not-found-error.ts'
import { perObject } from './per-object.ts'
import type { CloudInstanceType, CloudProvider, HostFamily, Tables } from './tables.ts'

/** Separators that people interchange when they type an instance type. */
const SEPARATORS = /[-_.\s]+/g

/**
 * A form in which two spellings of a cloud instance type are equal: lower case, with `-`, `_`, `.` and space alike.
 * Azure's `Standard_` prefix is removed unless `keepPrefix` is true.
 *
 * Azure's table has some types both with and without the prefix, on different hosts. Look up a type with its prefix
 * first (`keepPrefix`), and without it only if that finds nothing.
 *
 * Any text is valid. Instance types are never matched by similarity: `p5.4xlarge` must not become `c5.4xlarge`.
 *
 * @example
 * normaliseInstanceName('M5.XLarge') // 'm5-xlarge'
 * normaliseInstanceName('Standard_D2s_v3') // 'd2s-v3'
 * normaliseInstanceName('Standard_D2s_v3', true) // 'standard-d2s-v3'
 */
export function normaliseInstanceName(text: string, keepPrefix = false): string {
  const name = text.trim().toLowerCase().replace(SEPARATORS, '-')
  return keepPrefix ? name : name.replace(/^standard-/, '')
}

/** Looks up providers and their instance types by what people type. */
export class CloudCatalogue {
  readonly #tables: Tables
  readonly #providers: ReadonlyMap<string, CloudProvider>
  readonly #instances: ReadonlyMap<string, CloudInstanceType>
  #allTypes: SimilarNames | undefined
  #families: ReadonlyMap<string, readonly HostFamily[]> | undefined

  constructor(tables: Tables) {
    this.#tables = tables
    this.#providers = new Map(tables.cloudProviders.map((each) => [each.id.toLowerCase(), each]))
    this.#instances = instancesBySpelling(tables.cloudInstances)
  }

  /** Throws NotFoundError with the closest ids. */
  provider(text: string): CloudProvider {
    const provider = this.#providers.get(text.trim().toLowerCase())
    if (provider !== undefined) return provider
    const names = [...this.#providers.keys()]
    throw new NotFoundError(text, () => nearestNames(text, names), { of: 'cloud_provider', names })
  }

  /**
   * Matches by case and separators only; a similar type is never substituted. A custom type that is in no list has the
   * size that its name states (`n2-custom-4-16384`).
   */
  instance(provider: CloudProvider, text: string): CloudInstanceType {
    const found = this.#spelled(provider.id, text)
    if (found !== undefined) return found
    throw new NotFoundError(text, () => this.#typesOf(provider).similar.nearest(text), {
      of: 'cloud_instance',
      within: provider.id,
    })
  }

  /** The types with this spelling at any provider. The text may start with a provider: `aws m5.xlarge`. */
  instancesNamed(text: string): readonly CloudInstanceType[] {
    const [first = '', ...rest] = text.trim().split(/\s+/)
    const named = this.#providers.get(first.toLowerCase())
    const name = named === undefined ? text : rest.join(' ')
    const providers = named === undefined ? [...this.#providers.values()] : [named]
    return providers.flatMap(({ id }) => this.#spelled(id, name) ?? [])
  }

  /** The type that a text names without its provider. Throws a FaultError if no provider has it, or several. */
  onlyInstance(text: string): CloudInstanceType {
    const found = this.instancesNamed(text)
    const [only] = found
    if (only !== undefined && found.length === 1) return only
    if (only === undefined) throw new NotFoundError(text, () => this.#types.nearest(text), { of: 'cloud_instance' })
    const providers = found.map(({ provider }) => provider)
    const message = `expected a provider, since several have this instance type: ${providers.join(', ')}`
    throw new FaultError([{ code: 'MISSING', message, path: [], nearest: providers }])
  }

  /** The types of a provider with a text in their name, all of them without a text. If none has it, similar ones. */
  search(provider: CloudProvider, text: string | null | undefined): readonly CloudInstanceType[] {
    const { search, similar } = this.#typesOf(provider)
    const found = search.find(text)
    if (found.length > 0) return found
    const alike = similar.nearest((text ?? '').trim())
    return search.rows.filter(({ instanceType }) => alike.includes(instanceType))
  }

  /** Types of other families that what runs on the host of a type may run on instead. */
  hostFamilies({ provider, platform }: CloudInstanceType): readonly string[] {
    this.#families ??= this.#familiesByHost()
    return (this.#families.get(`${provider} ${platform}`) ?? []).map(({ family }) => family)
  }

  #familiesByHost(): ReadonlyMap<string, readonly HostFamily[]> {
    const families = new Map<string, readonly HostFamily[]>()
    for (const each of this.#tables.hostFamilies) {
      const host = `${each.provider} ${this.#spelled(each.provider, each.host)?.platform}`
      families.set(host, [...(families.get(host) ?? []), each])
    }
    return families
  }

  #spelled(provider: string, text: string): CloudInstanceType | undefined {
    const name = normaliseInstanceName(text, true)
    return (
      this.#instances.get(`${provider} ${name}`) ??
      this.#instances.get(`${provider} ${normaliseInstanceName(text)}`) ??
      this.#custom(provider, name)
    )
  }

  /** A type that is in no list, since its name states its size. */
  #custom(provider: string, name: string): CloudInstanceType | undefined {
    const prefix = customPrefixOf(name)
    const custom = this.#tables.customInstances.find((each) => each.provider === provider && each.prefix === prefix)
    const largest = custom && this.#instances.get(`${provider} ${normaliseInstanceName(custom.host, true)}`)
    return custom && largest && customInstanceType(name, custom, largest)
  }

  /** The types of all providers, as `aws m5.xlarge`. */
  get #types(): SimilarNames {
    this.#allTypes ??= new SimilarNames(
      this.#tables.cloudInstances.map((each) => `${each.provider} ${each.instanceType}`),
    )
    return this.#allTypes
  }

  readonly #typesOf = perObject(({ id }: CloudProvider) => {
    const types = this.#tables.cloudInstances.filter((each) => each.provider === id)
    const nameOf = ({ instanceType }: CloudInstanceType) => instanceType
    return { search: new RowSearch(types, nameOf), similar: new SimilarNames(types.map(nameOf)) }
  })
}

/** Types by full spelling, and without Azure's prefix if that is unambiguous. */
function instancesBySpelling(instances: readonly CloudInstanceType[]): ReadonlyMap<string, CloudInstanceType> {
  const map = new Map<string, CloudInstanceType>()
  for (const each of instances) map.set(`${each.provider} ${normaliseInstanceName(each.instanceType, true)}`, each)
  for (const each of instances) {
    const key = `${each.provider} ${normaliseInstanceName(each.instanceType)}`
    if (!map.has(key)) map.set(key, each)
  }
  return map
}
