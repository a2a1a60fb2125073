import type { GraphQLSchema } from 'graphql'
import type { Settings } from '../../schema/context.ts'
import type { CreateContext } from '../graphql/graphql-service.ts'
import type { ThreadWorld } from '../graphql/threads/operation-threads.ts'
import type { Pages } from '../pages/page.ts'
import type { RestAnswer, RestRequest } from '../rest/handle-rest.ts'
import type { RunLarge } from '../rest/run-large.ts'

/** All that answers depend on besides the request. It is never changed, only replaced as a whole. */
export interface World {
  /** Names the reference tables. */
  readonly release: string
  readonly schema: GraphQLSchema
  /** What one GraphQL operation works with; made anew for each, since it remembers look-ups. */
  readonly createContext: CreateContext
  readonly handleRest: (request: RestRequest, runLarge?: RunLarge) => RestAnswer | Promise<RestAnswer>
  readonly pages: Pages
  /** What jobs are assessed by; none: there are no jobs. */
  readonly settings?: Settings
  /** SHA-256 of each accepted API key, as 32 bytes; none: open to all. */
  readonly apiKeyHashes: readonly Buffer[]
  /** GraphQL documents by their SHA-256 in hexadecimal; undefined: any document is executed. */
  readonly trustedDocuments: ReadonlyMap<string, string> | undefined
  /** How threads make the schema and the contexts of this world; none: large operations run where small ones do. */
  readonly threadWorld?: ThreadWorld
}
