import { snakeCase } from '../../engine/values/spelling.ts'
import {
  type ArchetypeOf,
  ExploreArchetypesDocument,
  ExploreCpusDocument,
  ExploreInstanceTypesDocument,
  type TerminalKind,
} from '../../generated/explorer-operations.ts'
import { ARCHETYPE_COMPONENTS } from '../../kinds.ts'
import { send } from '../api/send.ts'
import type { Suggestions } from '../subjects/field.ts'
import type { Catalogue } from './catalogue.ts'
import type { Option } from './combobox.tsx'
import { findLocations } from './locations.ts'

/** Maximum number of suggestions. */
const MOST_OPTIONS = 60

/** Suggestions for typed text, from the API. */
export async function suggest(
  what: Suggestions,
  typed: string,
  catalogue: Catalogue,
  entered: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const release = catalogue.chosen
  const options = { release, signal }
  switch (what) {
    case 'cpus': {
      if (typed.trim() === '') return []
      const { cpuModels } = await send(ExploreCpusDocument, { search: typed }, options)
      return cpuModels.nodes.map(({ name, coreUnits, tdp }) => ({
        value: name,
        label: name,
        hint: [coreUnits && `${coreUnits} cores`, tdp && `${tdp} W`].filter(Boolean).join(', '),
      }))
    }
    case 'instanceTypes':
      return byFamily(matching(await instanceTypes(entered.provider ?? '', release), typed, Number.POSITIVE_INFINITY))
    case 'terminalArchetypes':
      return containing(await archetypes({ of: 'TERMINAL', kind: (entered.kind ?? 'LAPTOP') as TerminalKind }), typed)
    case 'componentArchetypes': {
      const component = snakeCase(entered.kind ?? 'cpu')
      if (!ARCHETYPE_COMPONENTS.some((each) => each === component)) return []
      return containing(await archetypes({ of: component.toUpperCase() as ArchetypeOf }), typed)
    }
    case 'locations':
      return findLocations(typed, catalogue, signal)
    case 'gpus':
      return containing(catalogue.gpus, typed)
    default:
      return containing(catalogue[what], typed)
  }

  async function archetypes(selected: { readonly of: ArchetypeOf; readonly kind?: TerminalKind }) {
    const { archetypes } = await send(ExploreArchetypesDocument, selected, options)
    return archetypes.nodes.map(({ name }) => name)
  }
}

const known = new Map<string, Promise<readonly Option[]>>()

/** Every type of a provider in a data release, fetched once, smaller ones of a family first. */
function instanceTypes(provider: string, release: string): Promise<readonly Option[]> {
  const key = `${release} ${provider}`
  const before = known.get(key)
  if (before !== undefined) return before
  const asked = send(ExploreInstanceTypesDocument, { provider }, { release }).then(({ cloudProvider }) =>
    (cloudProvider?.instanceTypesConnection.nodes ?? [])
      .map((type) => ({ ...type, group: familyOf(type.name) }))
      .toSorted(
        (one, other) =>
          one.group.localeCompare(other.group, 'en', { numeric: true }) ||
          one.vcpu - other.vcpu ||
          one.memory - other.memory ||
          one.name.localeCompare(other.name, 'en', { numeric: true }),
      )
      .map(({ name, vcpu, memory, group }) => ({
        value: name,
        label: name,
        hint: `${vcpu} vCPU, ${memory} GB`,
        group,
      })),
  )
  known.set(key, asked)
  asked.catch(() => known.delete(key))
  return asked
}

/**
 * The family of a type: `m5` of `m5.xlarge`, `ds_v3` of `d4s_v3`, `n2-standard` of `n2-standard-4`, `coparm1` of
 * `coparm1-2c-8g`, `dev1` of `dev1-l`.
 */
function familyOf(name: string): string {
  if (name.includes('.')) return name.slice(0, name.indexOf('.'))
  if (name.includes('_')) return name.replace(/^([a-z]+)\d+(-\d+)?/, '$1')
  const family = name.replace(/(-\d+[a-z]*)+$/, '')
  return family === name ? name.replace(/-[^-]+$/, '') : family
}

/** Options with families together, in the order of their first member. */
function byFamily(options: readonly Option[]): readonly Option[] {
  const order = [...new Set(options.map(({ group }) => group))]
  return options.toSorted((one, other) => order.indexOf(one.group) - order.indexOf(other.group))
}

function containing(names: readonly string[], typed: string): readonly Option[] {
  return matching(
    names.map((name) => ({ value: name, label: name })),
    typed,
  )
}

/** Options with the text in label or hint; those that start with it come first. */
function matching(options: readonly Option[], typed: string, most = MOST_OPTIONS): readonly Option[] {
  const wanted = typed.trim().toLowerCase()
  return options
    .filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => rank(one.label, wanted) - rank(other.label, wanted))
    .slice(0, most)
}

/** Exact matches, then names that start with the text, then the rest. */
function rank(name: string, wanted: string): number {
  const lower = name.toLowerCase()
  return lower === wanted ? 0 : lower.startsWith(wanted) ? 1 : 2
}
