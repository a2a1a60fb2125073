import {
  ExploreComponentArchetypesDocument,
  ExploreCpusDocument,
  ExploreInstanceTypesDocument,
  ExploreTerminalArchetypesDocument,
  type TerminalKind,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { Suggestions } from '../subjects/field.ts'
import type { Catalogue } from './catalogue.ts'
import type { Option } from './combobox.tsx'

/** More are not read. */
const MOST_OPTIONS = 60

/** Suggestions for what was typed, from the API. */
export async function suggest(
  what: Suggestions,
  typed: string,
  catalogue: Catalogue,
  said: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  switch (what) {
    case 'cpus': {
      if (typed.trim() === '') return []
      const { cpus } = await send(ExploreCpusDocument, { search: typed }, signal)
      return cpus.nodes.map(({ name, cores, tdp }) => ({
        value: name,
        label: name,
        hint: [cores && `${cores} cores`, tdp && `${tdp} W`].filter(Boolean).join(', '),
      }))
    }
    case 'instanceTypes': {
      const variables = { provider: said.provider ?? '', ...(typed !== '' && { search: typed }) }
      const { cloudProvider } = await send(ExploreInstanceTypesDocument, variables, signal)
      const types = cloudProvider?.instanceTypes ?? []
      return types
        .toSorted((one, other) => rank(one.id, typed) - rank(other.id, typed))
        .slice(0, MOST_OPTIONS)
        .map(({ id, vcpu, memory }) => ({ value: id, label: id, hint: `${vcpu} vCPU, ${memory} GB` }))
    }
    case 'terminalArchetypes': {
      const kind = (said.kind ?? 'LAPTOP') as TerminalKind
      return containing((await send(ExploreTerminalArchetypesDocument, { kind }, signal)).terminalArchetypes, typed)
    }
    case 'componentArchetypes': {
      const component = (said.kind ?? 'cpu').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const answer = await send(ExploreComponentArchetypesDocument, { component }, signal)
      return containing(answer.componentArchetypes, typed)
    }
    case 'locations':
      return matching(
        catalogue.locations.map(({ code, name }) => ({ value: code, label: name, hint: code })),
        typed,
      )
    case 'gpus':
      return containing(catalogue.gpus, typed)
    default:
      return containing(catalogue[what], typed)
  }
}

function containing(names: readonly string[], typed: string): readonly Option[] {
  return matching(
    names.map((name) => ({ value: name, label: name })),
    typed,
  )
}

/** Those that have what was typed in label or hint, those that begin with it first. */
function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.trim().toLowerCase()
  return options
    .filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => rank(one.label, wanted) - rank(other.label, wanted))
    .slice(0, MOST_OPTIONS)
}

function rank(name: string, typed: string): number {
  return name.toLowerCase().startsWith(typed.trim().toLowerCase()) ? 0 : 1
}
