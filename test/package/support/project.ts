import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** What `npm publish` would put on the registry. */
interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

/** An empty project in a folder of its own, into which packages are installed as users do it. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'impactql-project-'))

  constructor() {
    this.write('package.json', JSON.stringify({ type: 'module', private: true }))
  }

  write(file: string, content: string): string {
    const path = join(this.folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8')
  }

  /** Packs a package that was built, and gives its archive. */
  pack(name: string): Packed {
    const args = ['pack', '--json', '--pack-destination', this.folder]
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: resolve('dist', name), encoding: 'utf8' })) as [Packed]
    return { ...packed, filename: join(this.folder, packed.filename) }
  }

  install(...what: readonly string[]): void {
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...what]
    execFileSync('npm', args, { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] })
  }

  /** Runs a program of the project to its end. */
  run(program: string, args: readonly string[], env: Record<string, string> = {}) {
    const options = { cwd: this.folder, encoding: 'utf8', timeout: 120_000, env: { ...process.env, ...env } } as const
    return spawnSync(program, args, options)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Packages that are installed in a project, itself not counted. */
export function packagesIn(project: Project): readonly string[] {
  const { stdout } = project.run('npm', ['ls', '--all', '--parseable'])
  return stdout.trim().split('\n').slice(1)
}

/** What the files of a folder take on disk, in MB of 1,000,000 bytes. */
export function megabytes(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }), 10) * 1.024e-3
}

/** Programs in a document, by the language of their blocks. */
export function programs(file: string, language: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  )
}
