import { exec } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ask } from '../world.ts'
import { startRealService } from './support/real-service.ts'

const PROGRAMS = new URL('./programs/', import.meta.url)
const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8')

test.each(readdirSync(PROGRAMS).filter((file) => /\.tsx?(\.txt)?$/.test(file)))(
  'the page shows the program that is tested: %s',
  (file) => {
    expect(page).toContain(readFileSync(new URL(file, PROGRAMS), 'utf8'))
  },
)

test('the page shows the real answer to its curl', async () => {
  const [, body = '{}'] = /-d '(\{.*\})'/.exec(page) ?? []
  const [, answer = '{}'] = /```json\n(\{"data".*\})\n/.exec(page) ?? []
  expect({ data: await ask(JSON.parse(body).query) }).toEqual(JSON.parse(answer))
})

test('the command of the page writes the types that implement an interface, as in the schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-types-'))
  const { url, stop } = await startRealService()
  const [, command = ''] = /\n(node -e .*)\n/.exec(page) ?? []
  try {
    copyFileSync(new URL('write-possible-types.ts', PROGRAMS), join(folder, 'write-possible-types.ts'))
    mkdirSync(join(folder, 'src'))
    await promisify(exec)(command.replace('node', process.execPath).replace('http://127.0.0.1:4000', url), {
      cwd: folder,
    })
    const written = JSON.parse(readFileSync(join(folder, 'src/possible-types.json'), 'utf8'))
    expect(written).toEqual(JSON.parse(readFileSync(new URL('possible-types.json', PROGRAMS), 'utf8')))
    expect(Object.keys(written)).toEqual(['Assessable', 'Attribute', 'Component', 'Node'])
  } finally {
    await stop()
    rmSync(folder, { recursive: true })
  }
})
