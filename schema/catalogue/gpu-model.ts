import type { GpuModel as GpuModelRow } from '../../src/engine/components/gpu.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

const ID_PREFIX = 'gpu/'

const gpuModelEntity = entities<GpuModelRow>('GpuModel', ({ name }) => `${ID_PREFIX}${name}`)

const GpuModel = builder.objectRef<Entity<GpuModelRow>>('GpuModel').implement({
  description: 'A graphics card of the GPU table. Its id: gpu/NVIDIA A100 PCIe 80 GB.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    name: t.string({ description: 'Name of the model.', resolve: ({ row }) => row.name }),
    manufacturer: t.string({ nullable: true, description: 'Maker.', resolve: ({ row }) => row.manufacturer }),
    vram: t.float({ nullable: true, description: 'Video memory, in GB.', resolve: ({ row }) => row.vram }),
    tdp: t.float({
      nullable: true,
      description: 'Thermal design power, in W; null where the table has none.',
      resolve: ({ row }) => row.tdp,
    }),
  }),
})

findNodes((id, scope) => {
  if (!id.startsWith(ID_PREFIX)) return undefined
  const row = scope.references.tables.gpus.find(({ name }) => name === id.slice(ID_PREFIX.length))
  return row && gpuModelEntity(row, scope)
})

entryPoints((t) => ({
  gpus: t.field({
    type: [GpuModel],
    description: 'Graphics cards of the GPU table.',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.gpus.length }),
    resolve: (parent, _, context) => {
      const scope = scopeOf(parent, context)
      return scope.references.tables.gpus.map((row) => gpuModelEntity(row, scope))
    },
  }),
}))
