import type { Settings } from '../../schema/context.ts'
import type { RestAnswer, RestRequest } from '../rest/handle-rest.ts'

/** What pages show. */
export interface PageOptions {
  readonly settings: Settings
  readonly release: string
  readonly handleRest: (request: RestRequest) => RestAnswer | Promise<RestAnswer>
  /** Whether requests need an API key. */
  readonly needsKey: boolean
  /** Whether there is a query editor at /graphql. */
  readonly hasEditor: boolean
  /** Whether clients may ask for the schema. */
  readonly hasSchema: boolean
  /** The port of the service, for commands that are shown. */
  readonly port: number
}
