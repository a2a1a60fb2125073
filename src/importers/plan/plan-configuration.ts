import type { ImportedFault, ImportedLeftOut } from '../imported.ts'
import { at, listAt, numberAt, textAt } from '../json-at.ts'

/** A resource of a plan or a state, with the values of one side. */
export interface PlanResource {
  readonly address: string
  readonly type: string
  readonly values: unknown
  /** Which of the values are known only after the plan is applied, as `true`. */
  readonly unknown: unknown
  /** The values of the other side of a plan; undefined or null if it is not there. */
  readonly otherSide?: unknown
  readonly action: string
}

/** The source part of a plan: references between resources, and the settings of providers. */
export class PlanConfiguration {
  readonly #document: unknown
  readonly #byAddress = new Map<string, PlanResource>()
  /** By the address without keys. */
  readonly #byName = new Map<string, PlanResource[]>()
  readonly #byType = new Map<string, PlanResource[]>()
  readonly #sources = new Map<unknown, ReadonlyMap<string, unknown>>()
  readonly #made = new Map<string, unknown>()

  constructor(document: unknown, resources: readonly PlanResource[]) {
    this.#document = document
    for (const resource of resources) {
      this.#byAddress.set(resource.address, resource)
      add(this.#byName, withoutKeys(resource.address), resource)
      add(this.#byType, resource.type, resource)
    }
  }

  /** The resources of a type, in all modules. */
  ofType(type: string): readonly PlanResource[] {
    return this.#byType.get(type) ?? []
  }

  /** What is made of the whole plan, once: `make` runs for the first of the calls with that name. */
  once<Made>(name: string, make: () => Made): Made {
    if (!this.#made.has(name)) this.#made.set(name, make())
    return this.#made.get(name) as Made
  }

  /** The texts at a field of all resources of a type. */
  textsOf(type: string, field: string): ReadonlySet<string> {
    return this.once(
      `${type}.${field}`,
      () => new Set(this.ofType(type).flatMap(({ values }) => textAt(values, field) ?? [])),
    )
  }

  /**
   * The resource that an argument refers to, such as the one behind a group's `launch_template[0].id`. The value of the
   * argument names it by id, ARN or link, else the source does, else its name. Undefined if that leaves it open.
   */
  referredTo(
    from: PlanResource,
    types: readonly string[],
    ...path: readonly (string | number)[]
  ): PlanResource | undefined {
    const texts = textsNaming(at(from.values, ...path)).map(withoutHost)
    // A state has values only. Before a change, a group may use another template than the source says.
    return (
      this.#withText('id', from, types, texts) ??
      this.#referredToInSource(from, types, path) ??
      this.#withText('name', from, types, texts)
    )
  }

  /** The only resource of the types with one of the texts as its id, ARN or link, or as its name. */
  #withText(
    what: 'id' | 'name',
    from: PlanResource,
    types: readonly string[],
    texts: readonly string[],
  ): PlanResource | undefined {
    if (texts.length === 0) return undefined
    const fields = what === 'id' ? IDENTITIES : ['name']
    const known = this.once(`${what}: ${types.join()}`, () => {
      const lists = new Map<string, PlanResource[]>()
      for (const each of types.flatMap((type) => this.ofType(type)))
        for (const text of new Set(fields.flatMap((field) => textAt(each.values, field) ?? []).map(withoutHost)))
          add(lists, text, each)
      return lists
    })
    for (const text of texts) {
      const [only, ...others] = (known.get(text) ?? []).filter((each) => what === 'id' || areInOnePlace(each, from))
      if (only !== undefined && others.length === 0) return only
    }
    return undefined
  }

  /**
   * The same by the references of the source, also through variables and outputs of modules. Of several with keys, the
   * one with the same key.
   */
  #referredToInSource(
    from: PlanResource,
    types: readonly string[],
    path: readonly (string | number)[],
  ): PlanResource | undefined {
    const expression = at(this.#sourceOf(from.address), 'expressions', ...path)
    for (const { module, type, name, key } of this.#named(expression, moduleOf(from.address))) {
      if (!types.includes(type)) continue
      const bare = `${module}${type}.${name}`
      const [only, ...others] = this.#byName.get(withoutKeys(bare)) ?? []
      const found =
        others.length === 0
          ? only
          : [key, keyOf(from.address), '[0]'].flatMap((each) => this.#byAddress.get(bare + each) ?? [])[0]
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * The number at the first of the paths that the resource sets; `usual` if it sets none. Undefined if the number is
   * known only after the plan is applied.
   */
  countOf(
    resource: PlanResource,
    paths: readonly (readonly (string | number)[])[],
    usual: number | undefined,
  ): number | undefined {
    const source = this.#sourceOf(resource.address)
    let hasOpen = false
    for (const path of paths) {
      const value = numberAt(resource.values, ...path)
      if (value !== undefined) return value
      if (!isOpen(resource, path)) continue
      // The provider also chooses numbers that the source leaves out, such as that of a group by its minimum.
      const names = this.#named(at(source, 'expressions', ...path), moduleOf(resource.address))
      if (names.length > 0) return undefined
      hasOpen = true
    }
    return hasOpen && source === undefined ? undefined : usual
  }

  /** A setting of a resource's provider in the source, such as its region: a constant, or the value of a variable. */
  providerSetting(resource: PlanResource, setting: string): string | undefined {
    const configs = at(this.#document, 'configuration', 'provider_config')
    const key = textAt(this.#sourceOf(resource.address), 'provider_config_key') ?? ''
    const family = resource.type.split('_')[0] ?? ''
    // An alias is `aws.west`; one passed to a module is `module.x:aws.west`.
    for (const each of [key, key.split(':').at(-1) ?? '', family]) {
      const module = each.includes(':') ? `${each.slice(0, each.lastIndexOf(':')).replaceAll(':', '.')}.` : ''
      const found = this.#constant(at(configs, each, 'expressions', setting), module)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The text of an expression in a module, as far as constants and variables say it. */
  #constant(expression: unknown, module: string, seen = new Set<string>()): string | undefined {
    const constant = textAt(expression, 'constant_value')
    if (constant !== undefined) return constant
    for (const reference of listAt(expression, 'references')) {
      const [, name = ''] = VARIABLE.exec(String(reference)) ?? []
      const place = `${module}${name}`
      if (name === '' || seen.has(place)) continue
      seen.add(place)
      const value =
        module === ''
          ? textAt(this.#document, 'variables', name, 'value')
          : (this.#constant(at(this.#callOf(module), 'expressions', name), parentOf(module), seen) ??
            textAt(this.#moduleAt(module), 'variables', name, 'default'))
      if (value !== undefined) return value
    }
    return undefined
  }

  /** What an expression in a module names, resources and data, also through variables and outputs. */
  #named(expression: unknown, module: string, seen = new Set<string>()): readonly Named[] {
    return referencesIn(expression).flatMap((reference): readonly Named[] => {
      const place = `${module}${reference}`
      if (seen.has(place) || seen.size >= MOST_FOLLOWED) return []
      seen.add(place)
      const [, variable] = VARIABLE.exec(reference) ?? []
      if (variable !== undefined)
        return module === ''
          ? []
          : this.#named(at(this.#callOf(module), 'expressions', variable), parentOf(module), seen)
      const [, called = '', output] = OUTPUT.exec(reference) ?? []
      if (output !== undefined) {
        const inner = `${module}${called}.`
        return this.#named(at(this.#moduleAt(inner), 'outputs', output, 'expression'), inner, seen)
      }
      const [, type = '', name = '', key = ''] = RESOURCE.exec(reference) ?? []
      return type === '' || NO_RESOURCES.has(type) ? [] : [{ module, type, name, key }]
    })
  }

  /** The source of a module by its address, which ends with a dot; `''` is the root. */
  #moduleAt(module: string): unknown {
    return module === '' ? at(this.#document, 'configuration', 'root_module') : at(this.#callOf(module), 'module')
  }

  /** Where the source calls a module. */
  #callOf(module: string): unknown {
    const [, name = ''] = /\.?module\.([\w-]+)\.$/.exec(withoutKeys(module)) ?? []
    return at(this.#moduleAt(parentOf(module)), 'module_calls', name)
  }

  /** The resource in the source, found through the modules that call it. */
  #sourceOf(address: string): unknown {
    const module = moduleOf(address)
    const own = withoutKeys(address.slice(module.length))
    const source = this.#moduleAt(module)
    const known =
      this.#sources.get(source) ??
      new Map(listAt(source, 'resources').map((each) => [textAt(each, 'address') ?? '', each]))
    this.#sources.set(source, known)
    return known.get(own)
  }
}

/** Fields of a resource that others refer to, apart from its name. */
const IDENTITIES = ['id', 'arn', 'self_link', 'self_link_unique']
/** Fields of a block that refer to a resource. */
const REFERRING = ['id', 'launch_template_id', 'name', 'launch_template_name']

/** The texts that name a resource in the value of an argument: a text, or in blocks. */
function textsNaming(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsNaming)
  if (value === null || typeof value !== 'object') {
    const text = textAt([value], 0)
    return text === undefined ? [] : [text]
  }
  // The name of a version of a group is not that of its template.
  if (Object.hasOwn(value, 'instance_template')) return textsNaming(at(value, 'instance_template'))
  const own = REFERRING.flatMap((field) => textAt(value, field) ?? [])
  return [...own, ...Object.values(value).filter(Array.isArray).flatMap(textsNaming)]
}

/** `projects/p/global/instanceTemplates/t` of a link, whose version of the API and unique id may differ. */
function withoutHost(text: string): string {
  return text.replace(/^https:\/\/[^/]{1,100}\/compute\/\w{1,20}\//, '').replace(/\?uniqueId=\d+$/, '')
}

/** Whether two resources state no different places. Other places may have the same names. */
function areInOnePlace(one: PlanResource, other: PlanResource): boolean {
  return ['region', 'location'].every((field) => {
    const [here, there] = [one, other].map(({ values }) => textAt(values, field))
    return here === undefined || there === undefined || here === there
  })
}

/** Whether a value, or the block that it is in, is known only after the plan is applied. */
function isOpen({ unknown }: PlanResource, path: readonly (string | number)[]): boolean {
  return path.some((_, end) => at(unknown, ...path.slice(0, end + 1)) === true)
}

/** What a reference names: a resource in a module, and its key if the reference has one. */
interface Named {
  readonly module: string
  readonly type: string
  readonly name: string
  readonly key: string
}

/** References that are followed from one expression. */
const MOST_FOLLOWED = 100
const VARIABLE = /^var\.([\w-]{1,200})/
const OUTPUT = /^(module\.[\w-]{1,200}(?:\[[^\]]{0,500}\])?)\.([\w-]{1,200})/
const RESOURCE = /^([\w-]{1,200})\.([\w-]{1,200})(\[[^\]]{0,500}\])?/
/** First words of references that name no resource. Data counts: what it says may be unknown. */
const NO_RESOURCES: ReadonlySet<string> = new Set([
  'var',
  'local',
  'each',
  'count',
  'path',
  'terraform',
  'module',
  'self',
])

/** Removes keys: `module.a["x"].aws_instance.web[0]` is `module.a.aws_instance.web`. */
function withoutKeys(address: string): string {
  return address.replace(/\[[^\]]{0,500}\]/g, '')
}

/** The modules in the address of a resource, with a point at the end: `module.web[0].`; empty in the root. */
function moduleOf(address: string): string {
  return /^(?:module\.[\w-]+(?:\[[^\]]{0,500}\])?\.)*/.exec(address)?.[0] ?? ''
}

/** The module that calls a module. */
function parentOf(module: string): string {
  return module.replace(/module\.[\w-]+(?:\[[^\]]{0,500}\])?\.$/, '')
}

/** `["x"]` of `aws_instance.web["x"]`. */
function keyOf(address: string): string {
  return /\[[^\]]{0,500}\]$/.exec(address)?.[0] ?? ''
}

function add(lists: Map<string, PlanResource[]>, key: string, resource: PlanResource): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [resource])
  else known.push(resource)
}

/** Every reference in an expression, including nested blocks. */
function referencesIn(expression: unknown): readonly string[] {
  const found: string[] = []
  const open = [expression]
  // The list grows while it is read.
  for (const each of open) {
    if (each === null || typeof each !== 'object') continue
    for (const reference of listAt(each, 'references')) if (typeof reference === 'string') found.push(reference)
    for (const inner of Object.values(each)) open.push(inner)
  }
  return found
}

/** Machines of one type. */
export interface PlannedMachines {
  readonly provider: string
  /** Undefined if the plan does not know it yet. */
  readonly instanceType: string | undefined
  readonly region: string | undefined
  /** Undefined if the plan does not know it yet. */
  readonly quantity: number | undefined
  /** vCPU and GB of memory, for a machine that has less than a host of this type. */
  readonly share?: { readonly vcpu: number; readonly memory: number }
  /** What the result leaves out, in a sentence. */
  readonly note?: string
}

/** Volumes of one size. */
export interface PlannedStorage {
  readonly provider: string
  /** Id of the rule in the table `billing` for such storage, which knows its drives and copies. */
  readonly rule: string
  /** The drives, if the plan names others than the rule. */
  readonly kind?: 'HDD'
  /** Undefined if the plan does not know it yet. */
  readonly gibibytes: number | undefined
  /** Where the size comes from if the plan does not state it, in a sentence. */
  readonly note?: string
  readonly region: string | undefined
  readonly quantity: number | undefined
  /** Name of the block, if the resource also has machines: `root_block_device`. */
  readonly part?: string
}

/** Shares of a machine that the service sizes in its own units: nodes, cores, GB of a cache. */
export interface PlannedShare {
  readonly provider: string
  /** Id of the rule in the table `billing` for one unit: its vCPU, memory and host. */
  readonly shareRule: string
  /** Units of each; undefined if the plan does not know them yet. */
  readonly units: number | undefined
  readonly region: string | undefined
  readonly quantity: number | undefined
}

/** Graphics cards that are added to machines. */
export interface PlannedGpus {
  readonly provider: string
  /** `nvidia-tesla-t4` or `NVIDIA_TESLA_T4`. */
  readonly gpu: string
  readonly region: string | undefined
  readonly quantity: number | undefined
  readonly part: string
}

export type Planned = PlannedMachines | PlannedStorage | PlannedShare | PlannedGpus

/** Returns the machines and volumes of a resource, why it has none, or why they have no figures. */
export type PlannedOf = (
  resource: PlanResource,
  configuration: PlanConfiguration,
) => readonly Planned[] | Pick<ImportedLeftOut, 'skipped' | 'changesMachines'> | Pick<ImportedFault, 'fault'>

/** A machine without figures: a result without it is not complete. */
export function withoutFigures(message: string): Pick<ImportedFault, 'fault'> {
  return { fault: { code: 'NOT_FOUND', message, path: [] } }
}

/** Returns the volumes among blocks of a resource whose size is given. */
export function volumesIn(
  blocks: readonly unknown[],
  { provider, region, quantity }: Pick<Planned, 'provider' | 'region' | 'quantity'>,
  read: (block: unknown) => Pick<PlannedStorage, 'rule' | 'kind' | 'gibibytes' | 'note'>,
  part: string,
): readonly PlannedStorage[] {
  return blocks.flatMap((block, at) => {
    const drive = read(block)
    if (!drive.gibibytes) return []
    return [{ provider, region, quantity, ...drive, part: blocks.length > 1 ? `${part}[${at}]` : part }]
  })
}

/**
 * The size that a plan states for the disk of an operating system, else the usual one with a note.
 *
 * @example
 * usualSize(20, 10) // { gibibytes: 20 }
 */
export function usualSize(gibibytes: number | undefined, usual: number): Pick<PlannedStorage, 'gibibytes' | 'note'> {
  if (gibibytes !== undefined) return { gibibytes }
  return {
    gibibytes: usual,
    note: `The plan gives no size for the disk of the operating system. This result counts the usual ${usual} GiB`,
  }
}

/** The disk of an operating system of unknown size, which no row counts. */
export const NO_SYSTEM_DISK =
  'The plan gives no size for the disk of the operating system. This result leaves the disk out'

/** Resources that are billed by use. */
export const BY_USE: PlannedOf = () => ({ skipped: 'it is billed by use: the plan does not specify how much' })
