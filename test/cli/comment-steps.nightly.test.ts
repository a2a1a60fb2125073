import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { comments, GITHUB, GITLAB } from './comments.ts'

const PLAN = resolve('examples/plan.json')
const folder = mkdtempSync(join(tmpdir(), 'impactql-steps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  comments.length = 0
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
