import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { runHere } from './run-here.ts'

const PLAN = resolve('examples/plan.json')
const folder = mkdtempSync(join(tmpdir(), 'impactql-comment-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Comment {
  readonly id: number
  body: string
}

/** Stands in for the comments of both platforms: pull request 7 of `o/r`, merge request 7 of project 5. */
const comments: Comment[] = []
let requests: string[] = []
let refused: number | undefined
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
afterAll(() => server.close())
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: address,
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_TOKEN: 'secret',
}
const GITLAB = {
  GITLAB_CI: 'true',
  CI_API_V4_URL: address,
  CI_PROJECT_ID: '5',
  CI_MERGE_REQUEST_IID: '7',
  GITLAB_TOKEN: 'secret',
}
const FORK = { CI_MERGE_REQUEST_PROJECT_ID: '', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '' }
const ALL = { ...GITHUB, ...GITLAB, ...FORK, GITHUB_EVENT_PATH: '' }

beforeEach(() => {
  comments.length = 0
  requests = []
  refused = undefined
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
  refused = 403
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
  ['GitHub', { ...GITHUB, GITHUB_EVENT_PATH: eventOf(2) }],
  ['GitLab', { ...GITLAB, CI_MERGE_REQUEST_PROJECT_ID: '5', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '6' }],
] as const)('on %s, a pull request from a fork cannot comment: the answer and the limit stand', async ([, env]) => {
  refused = 403
  const within = await diff(env, '--fail-above', '1t')
  expect(within.stdout).toMatch(/^\*\*[+-][\d.]+ kg CO2 eq\./)
  expect(within.stderr).toContain('answered 403')
  expect(within.stderr).toContain(
    'A workflow run for a fork has no permission to comment on the pull request. The output of the run has the comment',
  )
  expect(within.status).toBe(0)
  expect((await diff(env, '--fail-above', '1kg')).status).toBe(1)
})

test('on a pull request from a fork, what is no missing right fails as elsewhere', async () => {
  refused = 500
  const { status, stderr } = await diff({ ...GITHUB, GITHUB_EVENT_PATH: eventOf(2) })
  expect([status, stderr]).toEqual([1, expect.stringContaining('answered 500')])
})

test('a server that cannot be reached is named, with the reason', async () => {
  const { status, stderr } = await diff({ ...GITHUB, GITHUB_API_URL: 'http://127.0.0.1:6' })
  expect([status, stderr]).toEqual([
    1,
    'error: The comment was not written: 127.0.0.1:6 cannot be reached (ECONNREFUSED)\n',
  ])
})

test('a pull request of the repository itself fails if it cannot comment', async () => {
  refused = 403
  expect((await diff({ ...GITHUB, GITHUB_EVENT_PATH: eventOf(1) })).status).toBe(1)
})

test.for([
  ['1kg', 'above the limit of 1 kg CO2 eq.'],
  ['1t', ''],
] as const)('with a refused comment, the limit of %s is checked all the same', async ([limit, exceeded]) => {
  refused = 403
  const { status, stderr } = await diff(GITHUB, '--fail-above', limit)
  const [first = '', ...others] = stderr.trimEnd().split('\n').reverse()
  expect(first).toContain('error: The comment was not written')
  expect(others.join('\n')).toContain(exceeded)
  expect(others).toHaveLength(exceeded ? 1 : 0)
  expect(status).toBe(1)
})

test.for([
  ['GitHub', GITHUB],
  ['GitLab', GITLAB],
] as const)('on %s the comment of the run before is updated, and no other', async ([, env]) => {
  // The earlier comment is not on the first page.
  for (let id = 1; id <= 150; id++) comments.push({ id, body: `said by somebody, ${id}` })
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

test('the number of the pull request may be in the event alone', async () => {
  const event = join(folder, 'event.json')
  writeFileSync(event, JSON.stringify({ issue: { number: 7 } }))
  const { status } = await diff({ ...GITHUB, GITHUB_REF: 'refs/heads/main', GITHUB_EVENT_PATH: event })
  expect([status, comments.length]).toEqual([0, 1])
})

/** Runs a script as a step does, in a folder with the plan; `npm` puts this clone where it is told to install. */
async function runStep(script: string, env: Readonly<Record<string, string>>, cwd: string) {
  const tools = join(folder, 'tools')
  mkdirSync(tools, { recursive: true })
  const npm = join(tools, 'npm')
  writeFileSync(
    npm,
    `#!/bin/sh\necho "npm $*" >&2\nfor each; do [ "$before" = --prefix ] && to=$each; before=$each; done\nmkdir -p "$to/node_modules" && ln -s "${resolve('.')}" "$to/node_modules/impactql"\n`,
  )
  chmodSync(npm, 0o755)
  const path = `${tools}:${dirname(process.execPath)}:${process.env.PATH}`
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    written.stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    written.stderr += String(chunk)
  })
  const [status] = await once(child, 'close')
  return { status, ...written }
}

function workplace(name: string): string {
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  cpSync(PLAN, join(place, 'plan.json'))
  return place
}

test.for([
  ['the clone that it is in', ''],
  ['files of a release', 'impactql-core-0.1.0.tgz impactql-0.1.0.tgz'],
] as const)('the steps of the action for GitHub run %s, comment and write the summary', async ([what, impactql]) => {
  const { inputs, runs } = parse(readFileSync('integrations/github/action.yml', 'utf8'))
  const [install, comment] = runs.steps.filter(({ run }: { run?: string }) => run !== undefined)
  const place = workplace(`github ${what}`)
  const given = { ...GITHUB, RUNNER_TEMP: place, GITHUB_ACTION_PATH: resolve('integrations/github') }
  const [output, summary] = [join(place, 'output'), join(place, 'summary')]
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary }
  expect(Object.keys(install.env)).toEqual(['IMPACTQL'])
  const installed = await runStep(install.run, { ...given, ...files, IMPACTQL: impactql }, place)
  expect(installed.status, installed.stderr).toBe(0)
  expect(installed.stderr).toBe(
    impactql === '' ? '' : `npm install --no-save --no-fund --no-audit --prefix ${place}/impactql ${impactql}\n`,
  )
  const [, command = ''] = /^command=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? []
  expect(Object.keys(comment.env)).toEqual(['COMMAND', 'FILES', 'OPTIONS', 'GITHUB_TOKEN'])
  const env = { ...given, ...files, COMMAND: command, FILES: inputs.files.default, OPTIONS: '--fail-above 1kg' }
  const { status, stderr } = await runStep(comment.run, env, place)
  // The comment is there although the limit is exceeded.
  expect([status, stderr]).toEqual([1, expect.stringContaining('above the limit of 1')])
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toBe(`<!-- impactql: diff -->\n${readFileSync(summary, 'utf8').trimEnd()}`)
})

test('the script of the job for GitLab says what to set, then comments', async () => {
  const { impactql: job } = parse(readFileSync('integrations/gitlab/impactql.yml', 'utf8'))
  const place = workplace('gitlab')
  const given = { ...GITLAB, CI_PROJECT_DIR: place, ...job.variables }
  const script = job.script.join('\n')
  const unset = await runStep(script, given, place)
  expect(unset.status).not.toBe(0)
  expect(unset.stderr).toContain('Set IMPACTQL to the files of a release of impactql, or to the folder of a clone')
  for (const impactql of [resolve('.'), 'impactql-0.1.0.tgz']) {
    const { status, stderr } = await runStep(script, { ...given, IMPACTQL: impactql }, place)
    expect(status, stderr).toBe(0)
  }
  expect(comments).toHaveLength(1)
})
