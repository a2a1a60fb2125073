import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FORMULAS } from '../../src/engine/figures/formula.ts'
import '../../src/engine/devices/cloud-instance.ts'
import '../../src/engine/devices/fleet.ts'
import '../../src/engine/devices/iot-device.ts'
import '../../src/engine/devices/network-service.ts'
import '../../src/engine/assessment/software-carbon-intensity.ts'
import '../../src/engine/devices/storage-service.ts'
import '../../src/engine/devices/terminal.ts'
import { releases } from '../world.ts'

const text = readFileSync(new URL('../../docs/methodology.md', import.meta.url), 'utf8')
const lines = text.split('\n').map((line) => line.trim())

test('docs/methodology.md has each formula as it is computed', () => {
  const written = new Set([...lines, ...[...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)])
  const missing = FORMULAS.map(({ name, text: formula }) => `${name} = ${formula}`).filter((each) => !written.has(each))
  expect(FORMULAS.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

test('and where each comes from', () => {
  const [, table = ''] = text.split('## 12. Where the formulas come from')
  const sourced = new Set(
    table
      .split('\n')
      .filter((line) => /\| .*\]\(https:\/\/\S+\).* \|$/.test(line))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  )
  expect([...new Set(FORMULAS.map(({ name }) => name))].filter((name) => !sourced.has(name))).toEqual([])
})

test('and each constant with its value, its bounds and a link to its source', () => {
  for (const [id, { value, min, max }] of releases.newest.tables.constants) {
    const row = lines.find((line) => line.startsWith(`| \`${id}\` |`)) ?? ''
    const numbers =
      row
        .split('|')[2]
        ?.replaceAll(',', '')
        .match(/[\d.]+/g)
        ?.map(Number) ?? []
    expect([id, ...numbers.slice(0, min === max ? 1 : 3)]).toEqual([id, value, ...(min === max ? [] : [min, max])])
    expect(row, id).toMatch(/\]\(https:\/\/\S+\) \|$/)
  }
})
