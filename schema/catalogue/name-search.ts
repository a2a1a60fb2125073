import type { NameMatch as EngineMatch } from '../../src/engine/figures/name-match.ts'
import { builder } from '../builder.ts'

const NameMatch = builder.objectRef<EngineMatch<unknown>>('NameMatch').implement({
  description: 'What a name in free text means.',
  fields: (t) => ({
    given: t.string({ description: 'The name as given.', resolve: ({ given }) => given }),
    name: t.string({
      nullable: true,
      description: 'The known name; null where none is meant.',
      resolve: ({ name }) => name,
    }),
    score: t.float({
      nullable: true,
      description: 'Similarity, 0 to 100, where the two are not equal but for spelling.',
      resolve: ({ score }) => score,
    }),
    nearest: t.stringList({
      description: 'The closest known names, where none is meant.',
      resolve: ({ nearest }) => nearest,
    }),
  }),
})

builder.queryField('matchCpu', (t) =>
  t.field({
    type: NameMatch,
    description: 'The processor that a name means.',
    args: { name: t.arg.string({ required: true, description: 'A name, as machines print it.' }) },
    resolve: (_, { name }, { loaders }) => loaders.cpu.load(name),
  }),
)

builder.queryField('matchGpu', (t) =>
  t.field({
    type: NameMatch,
    description: 'The graphics card that a name means.',
    args: { name: t.arg.string({ required: true, description: 'A name.' }) },
    resolve: (_, { name }, { loaders }) => loaders.gpu.load(name),
  }),
)

const NameList = builder.enumType('NameList', {
  description: 'Lists of known names.',
  values: {
    CPU_NAME: { description: 'Models of processors.' },
    CPU_FAMILY: { description: 'Code names of processor generations.' },
    CPU_MODEL_RANGE: { description: 'Ranges of processor models.' },
    GPU_NAME: { description: 'Models of graphics cards.' },
    RAM_MANUFACTURER: { description: 'Makers of memory.' },
    SSD_MANUFACTURER: { description: 'Makers of solid-state drives.' },
    CASE_TYPE: { description: 'Types of cases.' },
  } as const,
})

builder.queryField('names', (t) =>
  t.stringList({
    description: 'Known names, in the order of their table.',
    args: { of: t.arg({ type: NameList, required: true, description: 'Which names.' }) },
    resolve: (_, { of }, { references }) => references.names(of),
  }),
)
