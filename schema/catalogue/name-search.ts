import type { NameList as ListName } from '../../src/catalogue/component-names.ts'
import type { Tables } from '../../src/catalogue/tables.ts'
import type { NameMatch as EngineMatch } from '../../src/engine/values/name-match.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'
import { pageArguments, pageOf, pageSize, textConnection } from './connection.ts'

const NameMatch = builder.objectRef<EngineMatch<unknown>>('NameMatch').implement({
  description: 'Match of a name with the known names.',
  fields: (t) => ({
    given: t.string({ description: 'Name that you entered.', resolve: ({ given }) => given }),
    name: t.string({
      nullable: true,
      description: 'Known name that matches. Null without a match.',
      resolve: ({ name }) => name,
    }),
    score: t.float({
      nullable: true,
      description:
        'Similarity of the two names, 0 to 100. Null if they are equal apart from case, separators and the name of the maker.',
      resolve: ({ score }) => score,
    }),
    nearest: t.stringList({
      description: 'Closest known names, if there is no match.',
      resolve: ({ nearest }) => nearest,
    }),
  }),
})

const NameList = enumType<ListName>('NameList', 'Lists of known names.', {
  CPU_NAME: 'Models of processors.',
  CPU_FAMILY: 'Code names of processor generations.',
  CPU_MODEL_RANGE: 'Ranges of processor models.',
  GPU_NAME: 'Models of graphics cards.',
  RAM_MANUFACTURER: 'Makers of memory.',
  SSD_MANUFACTURER: 'Makers of solid-state drives.',
  CASE_TYPE: 'Types of cases.',
})

const NameConnection = textConnection('Name', 'known names')

entryPoints((t) => ({
  matchCpu: t.field({
    type: NameMatch,
    description: 'Match of the name of a processor.',
    extensions: fieldCost({ cost: () => SEARCH_COST }),
    args: {
      name: t.arg.string({ required: true, description: 'Name of the processor, as the operating system prints it.' }),
    },
    resolve: (parent, { name }, context) => scopeOf(parent, context).loaders.cpu.load(name),
  }),
  matchGpu: t.field({
    type: NameMatch,
    description: 'Match of the name of a graphics card.',
    extensions: fieldCost({ cost: () => SEARCH_COST }),
    args: { name: t.arg.string({ required: true, description: 'Name of the graphics card.' }) },
    resolve: (parent, { name }, context) => scopeOf(parent, context).loaders.gpu.load(name),
  }),
  namesConnection: t.field({
    type: NameConnection,
    description: 'Known names in the order of their table, in pages.',
    extensions: fieldCost({
      listSize: ({ of, ...page }, { releases }) => Math.min(pageSize(page), namesOf(of, releases.newest.tables)),
    }),
    args: {
      of: t.arg({ type: NameList, required: true, description: 'List of names to return.' }),
      ...pageArguments(t),
    },
    resolve: (parent, { of, ...page }, context) => {
      const { references, release } = scopeOf(parent, context)
      return pageOf(references.names(of), page, (name) => name, [release.id, 'name', of])
    },
  }),
  names: t.stringList({
    description: 'Known names in the order of their table, all at once.',
    deprecationReason: 'Use `namesConnection`',
    extensions: fieldCost({ listSize: ({ of }, { releases }) => namesOf(of, releases.newest.tables) }),
    args: { of: t.arg({ type: NameList, required: true, description: 'List of names to return.' }) },
    resolve: (parent, { of }, context) => scopeOf(parent, context).references.names(of),
  }),
}))

/** Approximate number of names in a list. */
function namesOf(list: unknown, { cpus, gpus }: Tables): number {
  return (String(list).startsWith('CPU') ? cpus : gpus).length
}
