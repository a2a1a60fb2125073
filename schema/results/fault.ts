import type { FaultError } from '../../src/input/fault.ts'
import { builder } from '../builder.ts'

/** What is wrong, as data: an error that a field gives would be taken for one that it throws. */
export interface Faulty {
  readonly error: FaultError
}

/** All that is wrong with one item, as one fault. */
export const Fault = builder.objectRef<Faulty>('Fault').implement({
  description: 'What is wrong with something that was asked for.',
  fields: (t) => ({
    code: t.string({
      description:
        'What kind of fault, for programs: NOT_FOUND, TOO_SMALL, INVALID_VALUE. That of the first, of several.',
      resolve: ({ error }) => error.faults[0]?.code ?? '',
    }),
    message: t.string({
      description: 'The same for people: every fault, with what was expected.',
      resolve: ({ error }) => error.message,
    }),
    path: t.stringList({
      description: 'Where the first fault is, inside the item: asset, server, configuration, cpu, units.',
      resolve: ({ error }) => (error.faults[0]?.path ?? []).map(String),
    }),
    nearest: t.stringList({
      description: 'The closest known names, best first, where a name is what is wrong.',
      resolve: ({ error }) => error.faults.flatMap(({ nearest = [] }) => nearest),
    }),
  }),
})
