import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACCOUNTS, type Comment, comments, GITHUB, GITLAB, refuseWith, requests } from './comments.ts'
import { runHere } from './run-here.ts'

const PLAN = resolve('examples/plan.json')
const folder = mkdtempSync(join(tmpdir(), 'impactql-comment-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PLATFORMS = [
  ['GitHub', GITHUB],
  ['GitLab', GITLAB],
] as const

const FORK = { CI_MERGE_REQUEST_PROJECT_ID: '', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '' }
const ALL = { ...GITHUB, ...GITLAB, ...FORK, GITHUB_EVENT_PATH: '' }

beforeEach(() => {
  comments.length = 0
  requests.length = 0
  refuseWith(undefined)
  // The test itself may run in one of these.
  for (const name of Object.keys(ALL)) vi.stubEnv(name, undefined)
})
afterEach(() => vi.unstubAllEnvs())

async function diff(env: Readonly<Record<string, string>>, ...options: readonly string[]) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  return runHere(['diff', PLAN, '--format', 'markdown', '--comment', ...options])
}

test.for([
  [{}, '--comment works in GitHub Actions and GitLab CI. Elsewhere, use --format markdown'],
  [
    { ...GITHUB, GITHUB_REF: 'refs/heads/main' },
    '--comment needs a run for a pull request: write "on: pull_request" in the workflow',
  ],
  [{ ...GITHUB, GITHUB_TOKEN: '' }, '--comment needs GITHUB_TOKEN'],
  [{ ...GITLAB, CI_MERGE_REQUEST_IID: '' }, '--comment needs a pipeline for a merge request'],
  [{ ...GITLAB, GITLAB_TOKEN: '' }, '--comment needs GITLAB_TOKEN'],
] as const)('where there is nothing to comment on, it says so and ends with 2: %j', async ([env, message]) => {
  const { status, stderr } = await diff(env)
  expect(stderr).toContain(message)
  expect(status).toBe(2)
  expect(requests).toEqual([])
})

test('a refused comment names the right that the token needs, and ends with 1', async () => {
  refuseWith(403)
  const { status, stderr } = await diff(GITHUB)
  expect(stderr).toBe(
    'error: The comment was not written: GET /repos/o/r/issues/7/comments answered 403. The job needs "pull-requests: write" among its permissions\n',
  )
  expect(status).toBe(1)
})

/** The event of a pull request into `o/r`, whose repository is 1. */
function eventOf(head: number): string {
  const event = join(folder, `event-${head}.json`)
  const pull_request = { number: 7, base: { repo: { id: 1 } }, head: { repo: { id: head } } }
  writeFileSync(event, JSON.stringify({ pull_request }))
  return event
}

test.for([
  [
    'GitHub',
    { ...GITHUB, GITHUB_EVENT_PATH: eventOf(2) },
    'A workflow run for a fork has no permission to comment on the pull request. The output of the run has the comment',
  ],
  ['GitLab', { ...GITLAB, CI_MERGE_REQUEST_PROJECT_ID: '5', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '6' }, 'GITLAB_TOKEN'],
] as const)(
  'on %s, a pull request from a fork cannot comment: the answer and the limit stand',
  async ([, env, message]) => {
    refuseWith(403)
    const within = await diff(env, '--fail-above', '1t')
    expect(within.stdout).toMatch(/^\*\*[+-][\d.]+ kg CO2 eq\./)
    expect(within.stderr).toMatch(/ 403\b/)
    expect(within.stderr).toContain(message)
    expect(within.status).toBe(0)
    expect((await diff(env, '--fail-above', '1kg')).status).toBe(1)
  },
)

test('on a pull request from a fork, what is no missing right fails as elsewhere', async () => {
  refuseWith(500)
  const { status, stderr } = await diff({ ...GITHUB, GITHUB_EVENT_PATH: eventOf(2) })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/ 500\b/)])
})

test('a server that cannot be reached is named, with the reason', async () => {
  const { status, stderr } = await diff({ ...GITHUB, GITHUB_API_URL: 'http://127.0.0.1:6' })
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: .*127\.0\.0\.1:6 cannot be reached \(ECONNREFUSED\)\n$/),
  ])
})

test('a pull request of the repository itself fails if it cannot comment', async () => {
  refuseWith(403)
  expect((await diff({ ...GITHUB, GITHUB_EVENT_PATH: eventOf(1) })).status).toBe(1)
})

test.for([
  ['1kg', ' 1 kg CO2 eq.'],
  ['1t', ''],
] as const)('with a refused comment, the limit of %s is checked all the same', async ([limit, exceeded]) => {
  refuseWith(403)
  const { status, stderr } = await diff(GITHUB, '--fail-above', limit)
  const [first = '', ...others] = stderr.trimEnd().split('\n').reverse()
  expect(first).toMatch(/^error: .* 403\b/)
  expect(others.join('\n')).toContain(exceeded)
  expect(others).toHaveLength(exceeded ? 1 : 0)
  expect(status).toBe(1)
})

test.for(PLATFORMS)('on %s the comment of the run before is updated, and no other', async ([, env]) => {
  // The earlier comment is not on the first page.
  for (let id = 1; id <= 150; id++) comments.push({ id, by: 'somebody', body: `said by somebody, ${id}` })
  const first = await diff(env)
  expect([first.status, first.stderr]).toEqual([0, ''])
  expect(comments).toHaveLength(151)
  const own = comments.at(-1) as Comment
  expect(own.body).toBe(`<!-- impactql: diff -->\n${first.stdout.trimEnd()}`)
  own.body = '<!-- impactql: diff -->\nold'
  await diff(env)
  expect(comments).toHaveLength(151)
  expect(own.body).toContain('kg CO2 eq.')
  await diff(env, 'staging')
  expect(comments).toHaveLength(152)
})

test.for(PLATFORMS)('on %s a comment that somebody else wrote is never edited, whatever it says', async ([, env]) => {
  const forged = '<!-- impactql: diff -->\nforged'
  comments.push({ id: 1, by: 'somebody', body: forged }, { id: 2, by: 'project_6_bot', body: forged })
  for (let run = 1; run <= 2; run++) expect((await diff(env)).status).toBe(0)
  expect(comments.map(({ body }) => body.startsWith(forged))).toEqual([true, true, false])
  expect(requests.filter((request) => /^(PATCH|PUT)/.test(request))).toEqual([expect.stringMatching(/\/3$/)])
})

test.for(PLATFORMS)('on %s a comment that cannot be edited stays, and a new one is written', async ([name, env]) => {
  comments.push({ id: 1, by: ACCOUNTS[name], body: '<!-- impactql: diff -->\nold' })
  refuseWith(403, /^(PATCH|PUT) /)
  expect(await diff(env)).toMatchObject({ status: 0, stderr: '' })
  expect(comments.map(({ body }) => body.endsWith('\nold'))).toEqual([true, false])
})

test('where GitLab does not tell whose token it is, no comment is edited', async () => {
  comments.push({ id: 1, by: ACCOUNTS.GitLab, body: '<!-- impactql: diff -->\nold' })
  refuseWith(403, /^GET \/user$/)
  expect((await diff(GITLAB)).status).toBe(0)
  expect(comments.map(({ body }) => body.endsWith('\nold'))).toEqual([true, false])
})

test('where GitHub does not tell whose token it is, it is that of a job', async () => {
  refuseWith(403, /^POST \/graphql$/)
  for (const by of ['somebody', ACCOUNTS.GitHub])
    comments.push({ id: comments.length + 1, by, body: '<!-- impactql: diff -->\nold' })
  expect((await diff(GITHUB)).status).toBe(0)
  expect(comments.map(({ body }) => body.endsWith('\nold'))).toEqual([true, false])
})

test('a name cannot end the mark that it is in', async () => {
  for (let run = 1; run <= 2; run++) await diff(GITHUB, 'a --> <img src=x>\n@org')
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toMatch(/^<!-- impactql: [^\s<>]+ -->\n\*\*/)
})

test('the number of the pull request may be in the event alone', async () => {
  const event = join(folder, 'event.json')
  writeFileSync(event, JSON.stringify({ issue: { number: 7 } }))
  const { status } = await diff({ ...GITHUB, GITHUB_REF: 'refs/heads/main', GITHUB_EVENT_PATH: event })
  expect([status, comments.length]).toEqual([0, 1])
})
