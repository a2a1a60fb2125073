import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { HELP_EXAMPLES, visibleCommands } from '../../src/cli/help-examples.ts'
import { createProgram } from '../../src/cli/run-cli.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-help-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The shell where it is there, else nothing to compare with. */
function inShell(shell: string, ...args: readonly string[]): string | undefined {
  const { status, stdout, error } = spawnSync(shell, args, { encoding: 'utf8' })
  if (error !== undefined) return undefined
  expect(status).toBe(0)
  return stdout
}

async function script(shell: string): Promise<string> {
  const file = join(folder, shell)
  writeFileSync(file, (await runHere(['completion', shell])).stdout)
  return file
}

test('no example in the help is wider than a terminal of 80 columns', () => {
  for (const line of Object.values(HELP_EXAMPLES).flat()) expect(`  ${line}`.length, line).toBeLessThanOrEqual(80)
})

test('bash completes commands, options and their values, and nothing hidden', async () => {
  const file = await script('bash')
  const complete = (...words: readonly string[]) => {
    const line = words.map((word) => `'${word}'`).join(' ')
    const run = `source ${file}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _impactql; echo "\${COMPREPLY[*]}"`
    return inShell('bash', '--norc', '-c', run)?.trim()
  }
  expect(complete('impactql', 'as')).toBe('ask assess')
  expect(complete('impactql', 'work')).toBe('')
  expect(complete('impactql', 'assess', '--fo')).toBe('--format')
  expect(complete('impactql', 'assess', '--format', '')).toBe('table json csv parquet')
  expect(complete('impactql', 'diff', '--format', 'm')).toBe('markdown')
  expect(complete('impactql', 'completion', 'f')).toBe('fish')
  expect(complete('impactql', '--')).toBe('--help --version')
  expect(complete('impactql', 'help', 'di')).toBe('diff')
  expect(complete('impactql', 'assess', '--boundary', '')).toBe('EQUIPMENT DATA_CENTRE')
  expect(complete('impactql', 'ask', '--criteria', 'ad')).toBe('adp adpe adpf')
  expect(complete('impactql', 'ask', '--release', 'boa')).toBe('boavizta-2.4.1')
  expect(complete('impactql', 'compare', '--location', 'FR')).toBe('FRA')
  // A word that does not begin an option can be a file.
  expect(complete('impactql', 'assess', 'READ')).toBe('README.md')
})

test.for(['zsh', 'fish'])(
  'the script for %s has every command and option, and that shell can read it',
  async (shell) => {
    const file = await script(shell)
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain('worker')
    for (const command of visibleCommands(createProgram())) {
      expect(text).toContain(command.name())
      for (const { long } of command.options)
        expect(text, long).toContain(shell === 'zsh' ? `${long}[` : `-l ${long?.slice(2)} `)
    }
    inShell(shell, '-n', file)
    if (shell === 'zsh') return
    const completed = inShell('fish', '-c', `source ${file}; complete -C 'impactql assess --format '`)
    if (completed !== undefined) expect(completed.split('\n').map((line) => line.split('\t')[0])).toContain('parquet')
  },
)

test('the manual page has every command, option and example of the help, and no line that is a wrong request', async () => {
  const { status, stdout } = await runHere(['man'])
  expect(status).toBe(0)
  const plain = stdout.replaceAll('\\-', '-').replaceAll('\\(dq', '"')
  for (const command of visibleCommands(createProgram())) {
    expect(plain).toContain(`.SS "impactql ${command.name()}`)
    for (const { flags } of command.options) expect(plain).toContain(`\\fB${flags}\\fR`)
  }
  expect(plain).toContain('$ impactql m5.xlarge vs m6g.xlarge in France')
  const requests = stdout.split('\n').flatMap((line) => /^[.'](\w+)/.exec(line)?.[1] ?? [])
  expect(new Set(requests)).toEqual(new Set(['TH', 'SH', 'B', 'I', 'IR', 'br', 'EX', 'EE', 'SS', 'TP', 'PP']))
  const groff = spawnSync('groff', ['-man', '-Tascii', '-ww', '-z'], { input: stdout, encoding: 'utf8' })
  if (groff.error === undefined) expect(groff.stderr).toBe('')
})

test('examples are written to a folder, keep what is there, and their commands run', async () => {
  const place = join(folder, 'examples')
  const first = await runHere(['examples', place])
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toContain(`Next: impactql assess ${place}/fleet.csv --tree`)
  writeFileSync(join(place, 'fleet.csv'), 'kind\nlaptop\n')
  expect((await runHere(['examples', place])).status).toBe(0)
  expect(readFileSync(join(place, 'fleet.csv'), 'utf8')).toBe('kind\nlaptop\n')
  expect(existsSync(join(place, 'own-tables/electricity.csv'))).toBe(true)
  const page = readFileSync(join(place, 'README.md'), 'utf8')
  const commands = [...page.matchAll(/`impactql ([^`]+)`/g)].map(([, command = '']) => command.split(' '))
  expect(commands.length).toBeGreaterThan(5)
  for (const command of commands)
    expect((await runHere([...command, '--format', 'json'])).status, command.join(' ')).toBe(0)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await runHere(['examples', file])).toMatchObject({
    status: 1,
    stderr: `error: ${file}/README.md: cannot create a file in ${file} (ENOTDIR)\n`,
  })
})

test('the page about the command names every command, and no option that there is not', () => {
  const page = readFileSync('docs/command.md', 'utf8')
  const commands = visibleCommands(createProgram())
  const known = new Set(['--help', ...commands.flatMap(({ options }) => options.map(({ long }) => long))])
  const options = [...page.matchAll(/(?<=[ `])--[a-z-]+/g)].map(([option]) => option)
  expect(options.filter((option) => !known.has(option))).toEqual([])
  // What adds up shares of a run, what serves other programs, and older ways to ask are in pages of their own.
  const elsewhere = ['totals', 'cpu', 'instance', 'mcp', 'ask']
  const names = commands.map((command) => command.name()).filter((name) => !elsewhere.includes(name))
  expect(names.filter((name) => !page.includes(`impactql ${name}`))).toEqual([])
})
