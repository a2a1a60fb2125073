import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { checkOutput, makeFolder } from '../../bulk/place-output.ts'
import { wrap } from '../output/style.ts'

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url))

/** `impactql examples [FOLDER]`: writes the example files, to try the commands on. */
export function examplesCommand(): Command {
  return new Command('examples')
    .description('write example files to a folder, with a command for each')
    .argument('[folder]', 'folder to write to, created if missing. Existing files are kept', 'impactql-examples')
    .action(async (folder: string) => {
      try {
        makeFolder(folder)
      } catch (error) {
        throw new Error(`${folder}: cannot create this folder (${(error as NodeJS.ErrnoException).code})`)
      }
      await checkOutput(join(folder, 'README.md'))
      await cp(EXAMPLES, folder, { recursive: true, force: false, filter: (file) => !file.endsWith('README.md') })
      const readme = join(folder, 'README.md')
      await writeFile(readme, commandsFor(folder, await readFile(join(EXAMPLES, 'README.md'), 'utf8')), {
        flag: 'wx',
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
      const files = (await readdir(folder)).toSorted()
      const lines = [
        `${folder}: ${files.join(', ')}`,
        `Next: impactql assess ${join(folder, 'fleet.csv')} --tree`,
        `${readme} has a command for each file.`,
      ]
      process.stdout.write(lines.map((line) => `${wrap(line, 2)}\n`).join(''))
    })
}

/** The page about the examples, for an installed command and another folder. */
function commandsFor(folder: string, page: string): string {
  return page
    .replace(/ In a clone, after `npm ci`:/, '')
    .replaceAll('node bin/impactql.js', 'impactql')
    .replaceAll('examples/', `${folder}/`)
}
