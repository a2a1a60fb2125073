import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Comment {
  readonly id: number
  body: string
}

/** Stands in for the comments of both platforms: pull request 7 of `o/r`, merge request 7 of project 5. */
export const comments: Comment[] = []
export const requests: string[] = []
let refused: number | undefined

/** Answers every request with this status. */
export function refuseWith(status: number | undefined): void {
  refused = status
}

const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  requests.push(`${method} ${url}`)
  const isKnown = headers.authorization === 'Bearer secret' || headers['private-token'] === 'secret'
  const answer = (status: number, value: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  if (!isKnown || refused !== undefined) return answer(refused ?? 401, {})
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const isList = /^\/(repos\/o\/r\/issues\/7\/comments|projects\/5\/merge_requests\/7\/notes)$/.test(pathname)
  const [, one] =
    /^\/(?:repos\/o\/r\/issues\/comments|projects\/5\/merge_requests\/7\/notes)\/(\d+)$/.exec(pathname) ?? []
  const [from, size] = [Number(searchParams.get('page')) - 1, Number(searchParams.get('per_page'))]
  if (method === 'GET' && isList) return answer(200, comments.slice(from * size, from * size + size))
  const { body } = JSON.parse(await textOf(request)) as { body: string }
  if (method === 'POST' && isList) {
    comments.push({ id: comments.length + 1, body })
    return answer(201, {})
  }
  const known = comments.find(({ id }) => String(id) === one)
  const isUpdate = method === (pathname.startsWith('/repos') ? 'PATCH' : 'PUT')
  if (known === undefined || !isUpdate) return answer(404, {})
  known.body = body
  answer(200, {})
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
server.unref()
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: address,
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_TOKEN: 'secret',
}
export const GITLAB = {
  GITLAB_CI: 'true',
  CI_API_V4_URL: address,
  CI_PROJECT_ID: '5',
  CI_MERGE_REQUEST_IID: '7',
  GITLAB_TOKEN: 'secret',
}
