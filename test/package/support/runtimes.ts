import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What packages are tested in besides the Node.js of this project; kept between runs. */
const FOLDER = resolve('dist/runtimes')
const VERSIONS = { node: '22.23.3', workerd: '1.20261117.1' } as const

/**
 * The program of a runtime, as its npm package brings it. Files of tests ask at once: the first that has it keeps it.
 */
function runtime(name: keyof typeof VERSIONS): string {
  const folder = join(FOLDER, `${name}-${VERSIONS[name]}`)
  const program = join('node_modules', name, 'bin', name)
  if (!existsSync(join(folder, program))) {
    mkdirSync(FOLDER, { recursive: true })
    const own = mkdtempSync(join(FOLDER, 'new-'))
    // Its installation script puts the program in its place.
    writeFileSync(join(own, 'package.json'), JSON.stringify({ private: true, allowScripts: { [name]: true } }))
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', `${name}@${VERSIONS[name]}`]
    execFileSync('npm', args, { cwd: own, stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      renameSync(own, folder)
    } catch (error) {
      rmSync(own, { recursive: true })
      if (!existsSync(join(folder, program))) throw error
    }
  }
  return join(folder, program)
}

/** Every Node.js that the packages are made for: the oldest line, and that of this project. */
export const NODES: readonly string[] = [runtime('node'), process.execPath]

export const workerd = (): string => runtime('workerd')
