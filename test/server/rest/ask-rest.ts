import { createRestHandler } from '../../../src/server/rest/handle-rest.ts'
import { type Data, world } from '../../world.ts'

const handleRest = createRestHandler(world)

/** Asks over REST: `rest('/v1/server/?verbose=false')`; with a body it is a POST. A text is sent as it is. */
export async function rest(target: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await handleRest({
    method,
    path: pathname,
    query: searchParams,
    body: text,
    accept: undefined,
  })
  return { ...answer, json: JSON.parse(answer.body) as Data }
}
