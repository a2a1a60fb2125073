import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import type { CpuModel as CpuRow } from '../../src/engine/values/table-rows.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'
import { connectionOf, LARGEST_PAGE, pageOf } from './connection.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

const ID_PREFIX = 'cpu/'

const cpuModelEntity = entities<CpuRow>('CpuModel', ({ name }) => `${ID_PREFIX}${name}`)

const CpuModel = builder.objectRef<Entity<CpuRow>>('CpuModel').implement({
  description: 'A processor of the CPU table. Its id: cpu/AMD EPYC 7763.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Name of the model.', resolve: ({ row }) => row.name }),
    manufacturer: t.string({ nullable: true, description: 'Maker.', resolve: ({ row }) => row.manufacturer }),
    family: t.string({
      nullable: true,
      description: 'Code name of the generation.',
      resolve: ({ row }) => row.family,
    }),
    modelRange: t.string({ nullable: true, description: 'Range of models.', resolve: ({ row }) => row.modelRange }),
    cores: t.int({ nullable: true, description: 'Number of cores.', resolve: ({ row }) => row.coreUnits }),
    threads: t.int({ nullable: true, description: 'Number of threads.', resolve: ({ row }) => row.threads }),
    tdp: t.float({ nullable: true, description: 'Thermal design power, in W.', resolve: ({ row }) => row.tdp }),
    dieSize: t.float({ nullable: true, description: 'Area of its dies, in mm2.', resolve: ({ row }) => row.dieSize }),
    source: t.string({ nullable: true, description: 'Where the row was published.', resolve: ({ row }) => row.source }),
  }),
})

const CpuModelConnection = connectionOf(CpuModel, 'processors')

findNodes((id, scope) => {
  if (!id.startsWith(ID_PREFIX)) return undefined
  const row = scope.references.tables.cpus.find(({ name }) => name === id.slice(ID_PREFIX.length))
  return row && cpuModelEntity(row, scope)
})

entryPoints((t) => ({
  cpu: t.field({
    type: CpuModel,
    nullable: true,
    extensions: fieldCost({ cost: () => SEARCH_COST }),
    description: 'The processor that a name means. Without a match, an error with the closest names.',
    args: {
      name: t.arg.string({
        required: true,
        description: 'Its name, as a machine prints it: Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz.',
      }),
    },
    resolve: async (parent, { name }, context) => {
      const scope = scopeOf(parent, context)
      const { row, nearest } = await scope.loaders.cpu.load(name)
      if (row === undefined) throw new NotFoundError(name, () => nearest, { of: 'cpu' }, ['name'])
      return cpuModelEntity(row, scope)
    },
  }),
  cpus: t.field({
    type: CpuModelConnection,
    nullable: true,
    description: 'Processors of the CPU table, page by page.',
    extensions: fieldCost({
      listSize: ({ first }) => Math.min(first ?? 20, LARGEST_PAGE),
      cost: ({ search }) => (search ? SEARCH_COST : 0),
    }),
    args: {
      search: t.arg.string({ description: 'A name, as machines print it; the closest come first.' }),
      first: t.arg.int({ defaultValue: 20, description: `How many, 0 to ${LARGEST_PAGE}.` }),
      after: t.arg.string({ description: 'Cursor that the page begins after.' }),
    },
    resolve: (parent, { search, ...page }, context) => {
      const scope = scopeOf(parent, context)
      const { references } = scope
      const rows = search?.trim() ? references.searchCpus(search) : references.tables.cpus
      return pageOf(rows, page, (row) => cpuModelEntity(row, scope))
    },
  }),
}))
