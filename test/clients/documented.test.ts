import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../world.ts'
import { writePossibleTypes } from './programs/write-possible-types.ts'
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

test('the types that implement an interface are those of the schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-types-'))
  const { url, stop } = await startRealService()
  try {
    await writePossibleTypes(url, join(folder, 'possible-types.json'))
    const written = JSON.parse(readFileSync(join(folder, 'possible-types.json'), 'utf8'))
    expect(written).toEqual(JSON.parse(readFileSync(new URL('possible-types.json', PROGRAMS), 'utf8')))
    expect(Object.keys(written)).toEqual(['Assessable', 'Attribute', 'Component', 'Node'])
  } finally {
    await stop()
    rmSync(folder, { recursive: true })
  }
})
