import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Comment {
  readonly id: number
  /** The account that wrote it. */
  readonly by: string
  body: string
}

/** The accounts of the tokens. */
export const ACCOUNTS = { GitHub: 'github-actions[bot]', GitLab: 'project_5_bot' }

/** Stands in for the comments of both platforms: pull request 7 of `o/r`, merge request 7 of project 5. */
export const comments: Comment[] = []
export const requests: string[] = []
let refused: number | undefined
let refusedOnly: RegExp

/** Answers requests with this status: every one, or those such as `PATCH /repos/o/r/issues/comments/1`. */
export function refuseWith(status: number | undefined, only = /^/): void {
  refused = status
  refusedOnly = only
}

const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  requests.push(`${method} ${url}`)
  const isKnown = headers.authorization === 'Bearer secret' || headers['private-token'] === 'secret'
  const answer = (status: number, value: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  if (!isKnown) return answer(401, {})
  if (refused !== undefined && refusedOnly.test(`${method} ${url}`)) return answer(refused, {})
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const isList = /^\/(repos\/o\/r\/issues\/7\/comments|projects\/5\/merge_requests\/7\/notes)$/.test(pathname)
  const [, one] =
    /^\/(?:repos\/o\/r\/issues\/comments|projects\/5\/merge_requests\/7\/notes)\/(\d+)$/.exec(pathname) ?? []
  const [from, size] = [Number(searchParams.get('page')) - 1, Number(searchParams.get('per_page'))]
  const isGithub = headers.authorization !== undefined
  if (method === 'GET' && isList) {
    const listed = ({ id, by, body }: Comment) => ({
      ...{ id, body },
      ...(isGithub ? { user: { login: by } } : { author: { username: by } }),
    })
    return answer(200, comments.slice(from * size, from * size + size).map(listed))
  }
  if (method === 'GET') return isGithub ? answer(403, {}) : answer(200, { username: ACCOUNTS.GitLab })
  const { body, query } = JSON.parse(await textOf(request)) as { body: string; query?: string }
  if (pathname === '/graphql' && query === '{ viewer { login } }')
    return answer(200, { data: { viewer: { login: ACCOUNTS.GitHub } } })
  if (method === 'POST' && isList) {
    comments.push({ id: comments.length + 1, by: ACCOUNTS[isGithub ? 'GitHub' : 'GitLab'], body })
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
  GITHUB_GRAPHQL_URL: `${address}/graphql`,
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
