import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import type { CpuModel as CpuRow } from '../../src/engine/values/table-rows.ts'
import { builder } from '../builder.ts'
import { type Context, type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'
import {
  connectionOf,
  oldPageArguments,
  pageArguments,
  pageOf,
  SEARCHED_PAGE,
  type SearchedPage,
} from './connection.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

const ID_PREFIX = 'cpu/'

const cpuModelEntity = entities<CpuRow>('CpuModel', ({ name }) => `${ID_PREFIX}${name}`)

const CpuModel = builder.objectRef<Entity<CpuRow>>('CpuModel').implement({
  description: 'A processor model of the CPU table. Example of an id: cpu/AMD EPYC 7763.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Name of the model.', resolve: ({ row }) => row.name }),
    manufacturer: t.string({ nullable: true, description: 'Maker.', resolve: ({ row }) => row.manufacturer }),
    family: t.string({
      nullable: true,
      description: 'Code name of the generation.',
      resolve: ({ row }) => row.family,
    }),
    modelRange: t.string({ nullable: true, description: 'Model range.', resolve: ({ row }) => row.modelRange }),
    coreUnits: t.int({ nullable: true, description: 'Number of cores.', resolve: ({ row }) => row.coreUnits }),
    cores: t.int({
      nullable: true,
      description: 'Number of cores.',
      deprecationReason: 'Use `coreUnits`',
      resolve: ({ row }) => row.coreUnits,
    }),
    threads: t.int({ nullable: true, description: 'Number of threads.', resolve: ({ row }) => row.threads }),
    tdp: t.float({ nullable: true, description: 'Thermal design power, in W.', resolve: ({ row }) => row.tdp }),
    dieSize: t.float({
      nullable: true,
      description: 'Total area of the dies, in mm2.',
      resolve: ({ row }) => row.dieSize,
    }),
    released: t.field({
      type: 'Date',
      nullable: true,
      description: 'Release date of the model. Null if the table has none.',
      resolve: ({ row }) => row.released,
    }),
    source: t.string({ nullable: true, description: 'Source of the row.', resolve: ({ row }) => row.source }),
  }),
})

const CpuModelConnection = connectionOf(CpuModel, 'processors')

findNodes((id, scope) => {
  if (!id.startsWith(ID_PREFIX)) return undefined
  const row = scope.references.tables.cpus.find(({ name }) => name === id.slice(ID_PREFIX.length))
  return row && cpuModelEntity(row, scope)
})

entryPoints((t) => {
  const cpuModel = {
    type: CpuModel,
    nullable: true,
    extensions: fieldCost({ cost: () => SEARCH_COST }),
    description: 'The processor model with this name. Without a match, an error lists the closest names.',
    args: {
      name: t.arg.string({
        required: true,
        description:
          'Name of the processor, as the operating system prints it: Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz.',
      }),
    },
    resolve: async (parent: Partial<Scope> | undefined, { name }: { readonly name: string }, context: Context) => {
      const scope = scopeOf(parent, context)
      const { row, nearest } = await scope.loaders.cpu.load(name)
      if (row === undefined) throw new NotFoundError(name, () => nearest, { of: 'cpu' }, ['name'])
      return cpuModelEntity(row, scope)
    },
  } as const
  const cpuModels = {
    type: CpuModelConnection,
    description: 'Processor models of the CPU table, in pages.',
    extensions: SEARCHED_PAGE,
    resolve: (parent: Partial<Scope> | undefined, { search, ...page }: SearchedPage, context: Context) => {
      const scope = scopeOf(parent, context)
      const { references } = scope
      const rows = search?.trim() ? references.searchCpus(search) : references.tables.cpus
      return pageOf(rows, page, (row) => cpuModelEntity(row, scope), [scope.release.id, 'cpu', search])
    },
  } as const
  const search = t.arg.string({
    description: 'Name to search for, as the operating system prints it. The closest matches come first.',
  })
  return {
    cpuModel: t.field(cpuModel),
    cpuModels: t.field({ ...cpuModels, args: { search, ...pageArguments(t) } }),
    cpu: t.field({ ...cpuModel, deprecationReason: 'Use `cpuModel`' }),
    cpus: t.field({
      ...cpuModels,
      nullable: true,
      deprecationReason: 'Use `cpuModels`',
      args: { search, ...oldPageArguments(t) },
    }),
  }
})
