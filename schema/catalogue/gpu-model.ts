import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import type { GpuModel as GpuModelRow } from '../../src/engine/components/gpu.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'
import { connectionOf, pageArguments, pageOf, SEARCHED_PAGE } from './connection.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

const ID_PREFIX = 'gpu/'

const gpuModelEntity = entities<GpuModelRow>('GpuModel', ({ name }) => `${ID_PREFIX}${name}`)

const GpuModel = builder.objectRef<Entity<GpuModelRow>>('GpuModel').implement({
  description: 'A graphics card model of the GPU table. Example of an id: gpu/NVIDIA A100 PCIe 80 GB.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Name of the model.', resolve: ({ row }) => row.name }),
    manufacturer: t.string({ nullable: true, description: 'Maker.', resolve: ({ row }) => row.manufacturer }),
    vram: t.float({ nullable: true, description: 'Video memory, in GB.', resolve: ({ row }) => row.vram }),
    tdp: t.float({
      nullable: true,
      description: 'Thermal design power, in W. Null if the table has none.',
      resolve: ({ row }) => row.tdp,
    }),
  }),
})

findNodes((id, scope) => {
  if (!id.startsWith(ID_PREFIX)) return undefined
  const row = scope.references.tables.gpus.find(({ name }) => name === id.slice(ID_PREFIX.length))
  return row && gpuModelEntity(row, scope)
})

const GpuModelConnection = connectionOf(GpuModel, 'graphics cards')

entryPoints((t) => ({
  gpuModel: t.field({
    type: GpuModel,
    nullable: true,
    extensions: fieldCost({ cost: () => SEARCH_COST }),
    description: 'The graphics card model with this name. Without a match, an error lists the closest names.',
    args: {
      name: t.arg.string({
        required: true,
        description: 'Name of the graphics card, as the operating system prints it: NVIDIA A100-SXM4-40GB.',
      }),
    },
    resolve: async (parent, { name }, context) => {
      const scope = scopeOf(parent, context)
      const { row, nearest } = await scope.loaders.gpu.load(name)
      if (row === undefined) throw new NotFoundError(name, () => nearest, { of: 'gpu' }, ['name'])
      return gpuModelEntity(row, scope)
    },
  }),
  gpuModels: t.field({
    type: GpuModelConnection,
    description: 'Graphics card models of the GPU table, in pages.',
    extensions: SEARCHED_PAGE,
    args: {
      search: t.arg.string({
        description: 'Name to search for, as the operating system prints it. The closest matches come first.',
      }),
      ...pageArguments(t),
    },
    resolve: (parent, { search, ...page }, context) => {
      const scope = scopeOf(parent, context)
      const { references } = scope
      const rows = search?.trim() ? references.searchGpus(search) : references.tables.gpus
      return pageOf(rows, page, (row) => gpuModelEntity(row, scope), [scope.release.id, 'gpu', search])
    },
  }),
  gpus: t.field({
    type: [GpuModel],
    description: 'All graphics card models of the GPU table.',
    deprecationReason: 'Use `gpuModels`',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.gpus.length }),
    resolve: (parent, _, context) => {
      const scope = scopeOf(parent, context)
      return scope.references.tables.gpus.map((row) => gpuModelEntity(row, scope))
    },
  }),
}))
