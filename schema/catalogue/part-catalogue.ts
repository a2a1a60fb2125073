import type { CpuModel as CpuRow, GpuModel as GpuRow } from '../../src/engine/figures/figures.ts'
import { InputError } from '../../src/input/check-input.ts'
import { builder } from '../builder.ts'

const CpuModel = builder.objectRef<CpuRow>('CpuModel').implement({
  description: 'A processor of the CPU table.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the model.', resolve: ({ name }) => name }),
    manufacturer: t.string({ nullable: true, description: 'Maker.', resolve: ({ manufacturer }) => manufacturer }),
    family: t.string({ nullable: true, description: 'Code name of the generation.', resolve: ({ family }) => family }),
    modelRange: t.string({ nullable: true, description: 'Range of models.', resolve: ({ modelRange }) => modelRange }),
    cores: t.int({ nullable: true, description: 'Number of cores.', resolve: ({ coreUnits }) => coreUnits }),
    threads: t.int({ nullable: true, description: 'Number of threads.', resolve: ({ threads }) => threads }),
    tdp: t.float({ nullable: true, description: 'Thermal design power, in W.', resolve: ({ tdp }) => tdp }),
    dieSize: t.float({ nullable: true, description: 'Area of its dies, in mm2.', resolve: ({ dieSize }) => dieSize }),
    source: t.string({ nullable: true, description: 'Where the row was published.', resolve: ({ source }) => source }),
  }),
})

const GpuModel = builder.objectRef<GpuRow>('GpuModel').implement({
  description: 'A graphics card of the GPU table.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the model.', resolve: ({ name }) => name }),
    manufacturer: t.string({ nullable: true, description: 'Maker.', resolve: ({ manufacturer }) => manufacturer }),
    vram: t.float({ nullable: true, description: 'Video memory, in GB.', resolve: ({ vram }) => vram }),
  }),
})

interface CpuEdge {
  readonly node: CpuRow
  readonly cursor: string
}

interface CpuConnection {
  readonly edges: readonly CpuEdge[]
  readonly total: number
  readonly start: number
}

const PageInfo = builder.objectRef<CpuConnection>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether more comes after it.',
      resolve: ({ start, edges, total }) => start + edges.length < total,
    }),
    hasPreviousPage: t.boolean({ description: 'Whether some came before it.', resolve: ({ start }) => start > 0 }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of its first entry.',
      resolve: ({ edges }) => edges[0]?.cursor,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of its last entry: what to ask for the page `after`.',
      resolve: ({ edges }) => edges.at(-1)?.cursor,
    }),
  }),
})

const CpuModelEdge = builder.objectRef<CpuEdge>('CpuModelEdge').implement({
  description: 'A processor in a list.',
  fields: (t) => ({
    node: t.field({ type: CpuModel, description: 'The processor.', resolve: ({ node }) => node }),
    cursor: t.string({ description: 'Its place in the list.', resolve: ({ cursor }) => cursor }),
  }),
})

const CpuModelConnection = builder.objectRef<CpuConnection>('CpuModelConnection').implement({
  description: 'A page of processors.',
  fields: (t) => ({
    edges: t.field({
      type: [CpuModelEdge],
      description: 'The processors with their places.',
      resolve: ({ edges }) => edges,
    }),
    nodes: t.field({
      type: [CpuModel],
      description: 'The processors.',
      resolve: ({ edges }) => edges.map(({ node }) => node),
    }),
    pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (connection) => connection }),
    totalCount: t.int({ description: 'How many there are in all.', resolve: ({ total }) => total }),
  }),
})

const LARGEST_PAGE = 2000

builder.queryField('cpus', (t) =>
  t.field({
    type: CpuModelConnection,
    description: 'Processors of the CPU table, page by page.',
    args: {
      search: t.arg.string({ description: 'A name, as machines print it; the closest come first.' }),
      first: t.arg.int({ defaultValue: 20, description: `How many, 0 to ${LARGEST_PAGE}.` }),
      after: t.arg.string({ description: 'Cursor that the page begins after.' }),
    },
    resolve: (_, { search, first, after }, { references }) => {
      const size = first ?? 20
      if (size < 0 || size > LARGEST_PAGE) {
        throw fault('first', `expected a whole number, 0 to ${LARGEST_PAGE}`, size)
      }
      const rows = search?.trim() ? references.searchCpus(search) : references.tables.cpus
      const start = after == null ? 0 : placeOf(after) + 1
      const edges = rows.slice(start, start + size).map((node, index) => ({ node, cursor: cursorOf(start + index) }))
      return { edges, total: rows.length, start }
    },
  }),
)

builder.queryField('gpus', (t) =>
  t.field({
    type: [GpuModel],
    description: 'Graphics cards of the GPU table.',
    resolve: (_root, _args, { references }) => references.tables.gpus,
  }),
)

function cursorOf(place: number): string {
  return Buffer.from(`cpu:${place}`).toString('base64url')
}

function placeOf(cursor: string): number {
  const place = /^cpu:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (place === undefined) throw fault('after', 'expected a cursor of this list', cursor)
  return Number(place)
}

function fault(argument: string, message: string, value: unknown): InputError {
  return new InputError([{ path: [argument], message, code: 'invalid_value', value }])
}
