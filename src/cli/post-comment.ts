import { readFileSync } from 'node:fs'
import { numberAt } from '../importers/json-at.ts'
import { UsageError } from './options.ts'
import { printError } from './output/style.ts'

/** A comment as the platform lists it: GitHub names its `user`, GitLab its `author`. */
interface Comment {
  readonly id: number
  readonly body?: string
  readonly user?: { readonly login: string } | null
  readonly author?: { readonly username: string }
}

/** Where comments of a pull request are, and how they are written. */
interface Thread {
  /** Address of the list of comments. */
  readonly list: string
  /** Address of one of them. */
  readonly comment: (id: number) => string
  /** Name of the account that the token belongs to, if the platform tells. */
  readonly account: () => Promise<string | undefined>
  readonly headers: Readonly<Record<string, string>>
  readonly update: 'PATCH' | 'PUT'
  /** The right that the token needs, in the words of the platform. */
  readonly right: string
}

/** The platform refuses a request of the token. */
class NoRight extends Error {}
/** The run has no token. */
class NoToken extends UsageError {}

/** Comments in one answer, the most that both platforms give. */
const PAGE = 100
/** Pages that are looked through for the earlier comment. */
const MOST_PAGES = 50

/**
 * Writes a text as a comment on the pull request that this run of GitHub Actions or GitLab CI is for. Replaces the
 * comment that the same account has written under the same name. Throws a UsageError outside of such a run, and an
 * Error if the platform refuses. On a pull request from a fork, which has no right to comment, it prints that instead.
 */
export async function postComment(text: string, name: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  try {
    await writeComment(text, name, env)
  } catch (error) {
    const lacksRight = error instanceof NoRight || error instanceof NoToken
    if (!lacksRight || !isOfFork(env)) throw error
    printError(
      `${error.message}. A workflow run for a fork has no permission to comment on the pull request. The output of the run has the comment`,
    )
  }
}

async function writeComment(text: string, name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const thread = threadOf(env)
  // Encoded, because the name of a branch, for example, could end the mark.
  const mark = `<!-- impactql: ${encodeURIComponent(name)} -->`
  const body = JSON.stringify({ body: `${mark}\n${text}` })
  const earlier = await findComment(thread, mark)
  const isUpdated =
    earlier !== undefined && (await ifAllowed(request(thread, thread.update, thread.comment(earlier), body)))
  if (!isUpdated) await request(thread, 'POST', thread.list, body)
}

/** The comment with this mark by the account of the token: anybody can write the mark. */
async function findComment(thread: Thread, mark: string): Promise<number | undefined> {
  let account: string | undefined
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await request(thread, 'GET', `${thread.list}?per_page=${PAGE}&page=${page}`)
    const comments = (await answer.json()) as readonly Comment[]
    for (const { id, user, author } of comments.filter(({ body }) => body?.startsWith(mark))) {
      account ??= await thread.account()
      if (account === undefined) return undefined
      if ((user?.login ?? author?.username) === account) return id
    }
    if (comments.length < PAGE) return undefined
  }
  return undefined
}

/** The answer to a request; undefined if the platform refuses it. */
function ifAllowed(asked: Promise<Response>): Promise<Response | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof NoRight) return undefined
    throw error
  })
}

async function request(thread: Thread, method: string, address: string, body?: string): Promise<Response> {
  const headers = { ...thread.headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const { host, pathname } = new URL(address)
  const answer = await fetch(address, { method, headers, ...(body !== undefined && { body }) }).catch((error) => {
    const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
    throw new Error(`The comment was not written: ${host} cannot be reached (${code ?? message})`)
  })
  if (answer.ok) return answer
  const message = `The comment was not written: ${method} ${pathname} answered ${answer.status}`
  if ([401, 403, 404].includes(answer.status)) throw new NoRight(`${message}. ${thread.right}`)
  throw new Error(message)
}

function threadOf(env: NodeJS.ProcessEnv): Thread {
  if (env.GITHUB_ACTIONS === 'true') return githubThread(env)
  if (env.GITLAB_CI === 'true') return gitlabThread(env)
  throw new UsageError('--comment works in GitHub Actions and GitLab CI. Elsewhere, use --format markdown')
}

function githubThread(env: NodeJS.ProcessEnv): Thread {
  const {
    GITHUB_API_URL: api = 'https://api.github.com',
    GITHUB_GRAPHQL_URL: graphql = `${api}/graphql`,
    GITHUB_REPOSITORY: repository = '',
    GITHUB_TOKEN: token,
  } = env
  const number = pullRequest(env)
  if (number === undefined)
    throw new UsageError('--comment needs a run for a pull request: write "on: pull_request" in the workflow')
  if (!token) throw new NoToken('--comment needs GITHUB_TOKEN, the token of the job')
  const issues = `${api}/repos/${repository}/issues`
  const thread: Thread = {
    list: `${issues}/${number}/comments`,
    comment: (id) => `${issues}/comments/${id}`,
    async account() {
      // REST does not tell the token of a job which account it has.
      const query = JSON.stringify({ query: '{ viewer { login } }' })
      const answer = await ifAllowed(request(thread, 'POST', graphql, query))
      const { data } = ((await answer?.json()) ?? {}) as { data?: { viewer: { login: string } } | null }
      return data?.viewer.login ?? JOB_ACCOUNT
    },
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/vnd.github+json' },
    update: 'PATCH',
    right: 'The job needs "pull-requests: write" among its permissions',
  }
  return thread
}

/** The account of the token that GitHub gives each job. No stranger has it. */
const JOB_ACCOUNT = 'github-actions[bot]'

function gitlabThread(env: NodeJS.ProcessEnv): Thread {
  const {
    CI_API_V4_URL: api = '',
    CI_PROJECT_ID: project = '',
    CI_MERGE_REQUEST_IID: number,
    GITLAB_TOKEN: token,
  } = env
  if (!number) throw new UsageError('--comment needs a pipeline for a merge request: merge_request_event')
  if (!token) throw new NoToken('--comment needs GITLAB_TOKEN: a project access token with the scope api')
  const notes = `${api}/projects/${project}/merge_requests/${number}/notes`
  const thread: Thread = {
    list: notes,
    comment: (id) => `${notes}/${id}`,
    async account() {
      const answer = await ifAllowed(request(thread, 'GET', `${api}/user`))
      const { username } = ((await answer?.json()) ?? {}) as { username?: string }
      return username
    },
    headers: { 'PRIVATE-TOKEN': token },
    update: 'PUT',
    right: 'GITLAB_TOKEN needs the scope api and the role Reporter',
  }
  return thread
}

/** Number of the pull request that a run of GitHub Actions is for, by its event or by its ref. */
function pullRequest(env: NodeJS.ProcessEnv): number | undefined {
  const [, ofRef] = /^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? '') ?? []
  if (ofRef !== undefined) return Number(ofRef)
  const event = eventOf(env)
  return numberAt(event, 'pull_request', 'number') ?? numberAt(event, 'issue', 'number')
}

/** Whether the changes come from another repository than the one that they are for. */
function isOfFork(env: NodeJS.ProcessEnv): boolean {
  if (env.GITHUB_ACTIONS !== 'true') return env.CI_MERGE_REQUEST_SOURCE_PROJECT_ID !== env.CI_MERGE_REQUEST_PROJECT_ID
  const [base, head] = ['base', 'head'].map((side) => numberAt(eventOf(env), 'pull_request', side, 'repo', 'id'))
  return base !== undefined && head !== base
}

/** What has started the run of GitHub Actions. */
function eventOf({ GITHUB_EVENT_PATH: event }: NodeJS.ProcessEnv): unknown {
  return event ? JSON.parse(readFileSync(event, 'utf8')) : undefined
}
