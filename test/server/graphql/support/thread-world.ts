import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { fieldCost } from '../../../../schema/field-cost.ts'
import type { MakeThreadWorld } from '../../../../src/server/graphql/threads/operation-thread.ts'

export interface ThreadWorldData {
  readonly greeting: string
  /** While it is 1, threads that start wait. */
  readonly isClosed?: Int32Array
}

/** Lets threads start, or has them wait before they read their tables. */
export class Gate {
  readonly isClosed = new Int32Array(new SharedArrayBuffer(4))

  close(): void {
    Atomics.store(this.isClosed, 0, 1)
  }

  open(): void {
    Atomics.store(this.isClosed, 0, 0)
    Atomics.notify(this.isClosed, 0)
  }
}

/**
 * A small schema in which everything happens that may happen to a thread. All of its fields are large. Rate cards never
 * end.
 */
const makeThreadWorld: MakeThreadWorld = ({ greeting, isClosed }: ThreadWorldData) => {
  if (isClosed !== undefined) Atomics.wait(isClosed, 0, 1)
  const extensions = fieldCost({ cost: () => 10_000 })
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: {
      small: { type: GraphQLString, resolve: () => greeting },
      large: {
        type: GraphQLString,
        extensions,
        args: { name: { type: GraphQLString } },
        resolve: (_, { name }) => `${greeting}, ${name ?? 'you'}`,
      },
      broken: { type: GraphQLString, extensions, resolve: () => Promise.reject(new Error('password is hunter2')) },
      ends: { type: GraphQLBoolean, extensions, resolve: () => process.exit(1) },
      grows: { type: GraphQLInt, extensions, resolve: () => kept.push(Array.from({ length: 30_000_000 }, () => 0.5)) },
      keeps: { type: GraphQLInt, extensions, resolve: () => kept.length },
      fills: { type: GraphQLInt, extensions, resolve: () => fillMemory() },
      spins: { type: GraphQLInt, extensions, resolve: () => spin(60_000) },
      waits: { type: GraphQLInt, extensions, resolve: () => new Promise(() => {}) },
      works: {
        type: new GraphQLList(GraphQLInt),
        extensions,
        args: { milliseconds: { type: GraphQLInt, defaultValue: 300 } },
        resolve: (_, { milliseconds }) => spin(milliseconds),
      },
    },
  })
  const errands = { rateCard: () => new Promise<never>(() => {}) }
  return { schema: new GraphQLSchema({ query }), createContext: () => ({}), errands }
}

export default makeThreadWorld

/** What has grown in a thread stays as long as the thread. */
const kept: number[][] = []

function fillMemory(): number {
  const kept: number[][] = []
  for (;;) kept.push(Array(100_000).fill(kept.length))
}

function spin(milliseconds: number): number[] {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
  return []
}
