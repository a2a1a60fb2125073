import { execFile, execFileSync } from 'node:child_process'
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const NAME = 'postgres'

export interface Postgres {
  /** What psql writes. */
  readonly psql: (...args: readonly string[]) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Starts PostgreSQL as Debian installs it: an empty database in a temporary folder, with a socket and no port. */
export async function startPostgres(): Promise<Postgres> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
  if (bin === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'impactql-postgres-'))
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const control = (...args: readonly string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', join(folder, 'data'), ...args], { ...owner, cwd: folder })
  await control('init', '-o', `-U ${NAME} -A trust -E UTF8 --locale=C.UTF-8`)
  await control('start', '-l', join(folder, 'log'), '-o', `-c listen_addresses= -k ${folder}`)
  return {
    async psql(...args) {
      const { stdout } = await run(join(bin, 'psql'), ['-h', folder, '-U', NAME, '-X', '-q', ...args])
      return stdout
    },
    async stop() {
      await control('stop', '-m', 'immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, NAME], { encoding: 'utf8' }))
}
