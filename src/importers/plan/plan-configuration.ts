import { at, listAt, textAt } from '../json-at.ts'

/** A resource of a plan or a state, with the values of one side. */
export interface PlanResource {
  readonly address: string
  readonly type: string
  readonly values: unknown
  readonly action: string
}

/** The source part of a plan: references between resources, and the settings of providers. */
export class PlanConfiguration {
  readonly #document: unknown
  readonly #byAddress = new Map<string, PlanResource>()

  constructor(document: unknown, resources: readonly PlanResource[]) {
    this.#document = document
    for (const resource of resources) {
      this.#byAddress.set(resource.address, resource)
      const bare = withoutKeys(resource.address)
      if (!this.#byAddress.has(bare)) this.#byAddress.set(bare, resource)
    }
  }

  /**
   * The resource in the same module that an argument refers to, such as the one behind a group's
   * `launch_template[0].id`. Undefined unless it is a plain reference.
   */
  referredTo(
    from: PlanResource,
    types: readonly string[],
    ...path: readonly (string | number)[]
  ): PlanResource | undefined {
    const expression = at(this.#sourceOf(from.address), 'expressions', ...path)
    const module = moduleOf(from.address)
    for (const reference of referencesIn(expression)) {
      const [type = '', name = ''] = reference.split('.')
      if (!types.includes(type.replace(/\[.*$/, ''))) continue
      const address = `${module}${type}.${name}`
      const found = this.#byAddress.get(address) ?? this.#byAddress.get(withoutKeys(address))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** A setting of a resource's provider in the source, such as its region: a constant, or the value of a variable. */
  providerSetting(resource: PlanResource, setting: string): string | undefined {
    const configs = at(this.#document, 'configuration', 'provider_config')
    const key = textAt(this.#sourceOf(resource.address), 'provider_config_key') ?? ''
    const family = resource.type.split('_')[0] ?? ''
    // An alias is `aws.west`; one passed to a module is `module.x:aws.west`.
    const ownKeys = [key, key.split(':').at(-1) ?? '', PROVIDERS[family] ?? family]
    for (const each of ownKeys) {
      const found = this.#constant(at(configs, each, 'expressions', setting))
      if (found !== undefined) return found
    }
    return undefined
  }

  #constant(expression: unknown): string | undefined {
    const constant = textAt(expression, 'constant_value')
    if (constant !== undefined) return constant
    for (const reference of listAt(expression, 'references')) {
      const [, name] = /^var\.([\w-]{1,200})$/.exec(String(reference)) ?? []
      const value = name === undefined ? undefined : textAt(this.#document, 'variables', name, 'value')
      if (value !== undefined) return value
    }
    return undefined
  }

  /** The resource in the source, found through the modules that call it. */
  #sourceOf(address: string): unknown {
    const bare = withoutKeys(address)
    let module = at(this.#document, 'configuration', 'root_module')
    const steps = [...bare.matchAll(/(?:^|\.)module\.([\w-]+)/g)].map(([, name = '']) => name)
    for (const step of steps) module = at(module, 'module_calls', step, 'module')
    const own = bare.slice(moduleOf(bare).length)
    return listAt(module, 'resources').find((each) => textAt(each, 'address') === own)
  }
}

const PROVIDERS: Readonly<Record<string, string>> = { aws: 'aws', azurerm: 'azurerm', google: 'google' }

/** Removes keys: `module.a["x"].aws_instance.web[0]` is `module.a.aws_instance.web`. */
function withoutKeys(address: string): string {
  return address.replace(/\[[^\]]{0,500}\]/g, '')
}

/** The modules in the address of a resource, with a point at the end: `module.web[0].`; empty in the root. */
function moduleOf(address: string): string {
  return /^(?:module\.[\w-]+(?:\[[^\]]{0,500}\])?\.)*/.exec(address)?.[0] ?? ''
}

/** Every reference in an expression, including nested blocks. */
function referencesIn(expression: unknown): readonly string[] {
  const found: string[] = []
  const open = [expression]
  while (open.length > 0) {
    const each = open.pop()
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
  readonly quantity: number
  /** vCPU and GB of memory, for a machine that has less than a host of this type. */
  readonly share?: { readonly vcpu: number; readonly memory: number }
}

/** Volumes of one size. */
export interface PlannedStorage {
  readonly provider: string
  /** Id of the rule in the table `billing` for such storage, which knows its drives and copies. */
  readonly rule: string
  /** Undefined if the plan does not know it yet. */
  readonly gibibytes: number | undefined
  readonly region: string | undefined
  readonly quantity: number
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
  readonly quantity: number
}

export type Planned = PlannedMachines | PlannedStorage | PlannedShare

/** Returns the machines and volumes of a resource, or why it has none. */
export type PlannedOf = (
  resource: PlanResource,
  configuration: PlanConfiguration,
) => readonly Planned[] | { readonly skipped: string }

/** Returns the volumes among blocks of a resource whose size is given. */
export function volumesIn(
  blocks: readonly unknown[],
  { provider, region, quantity }: Pick<Planned, 'provider' | 'region' | 'quantity'>,
  read: (block: unknown) => { readonly rule: string; readonly gibibytes: number | undefined },
  part: string,
): readonly PlannedStorage[] {
  return blocks.flatMap((block, at) => {
    const { rule, gibibytes } = read(block)
    if (!gibibytes) return []
    return [{ provider, region, quantity, rule, gibibytes, part: blocks.length > 1 ? `${part}[${at}]` : part }]
  })
}

/** Resources that are billed by use. */
export const BY_USE: PlannedOf = () => ({ skipped: 'it is billed by use: its plan does not say how much' })

/** Why a template is left out. */
export const TEMPLATE = { skipped: 'a template: it counts in the group that uses it' }
