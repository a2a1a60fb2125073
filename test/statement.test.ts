import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askNewest, type Data } from './world.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const lines = read('docs/statement.md').split('\n')

test('docs/statement.md names deviations as docs/calibration.md has them', () => {
  const at = lines.indexOf('| kind | 2026.12 | 2026.11 |')
  const rows = lines.slice(at + 2, lines.indexOf('', at)).map((line) => line.slice(2, -2).split(' | '))
  const ofReleases = read('docs/calibration.md').split('\n## Release ').slice(1, 3)
  const known = ofReleases.map(
    (text) =>
      new Map(
        [...text.matchAll(/^\| ([^|]+) \| \d+, by \d+ makers? \| ([\d.]+)/gm)].map(
          ([, kind = '', median = '']) => [kind, median] as const,
        ),
      ),
  )
  const deviates = (ratio: string | undefined) => Number(ratio) > 1.3 || Number(ratio) < 0.769
  const listed = [...(known[0]?.keys() ?? [])].filter((kind) => known.some((of) => deviates(of.get(kind))))
  expect(listed.length).toBeGreaterThan(5)
  expect(Object.fromEntries(rows.map(([kind, ...ratios]) => [kind, ratios]))).toEqual(
    Object.fromEntries(listed.map((kind) => [kind, known.map((of) => of.get(kind))])),
  )
})

test('and drives and memory with the figures of docs/calibration.md', () => {
  const rowOf = (kind: string) =>
    read('docs/calibration.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${kind} |`))
  const [, ssd, , ofSsd] = /\| (2\.9 to 160) \| ((21\.5) \()/.exec(rowOf('SSD making per TB') ?? '') ?? []
  const [, memory, ofMemory = ''] = /\| (0\.5 to 1\.4) \| ([\d.]+) \(/.exec(rowOf('memory making per GB') ?? '') ?? []
  const said = lines.join(' ')
  expect(said).toContain(`SSDs count ${ofSsd} kg per TB, and sources state ${ssd}`)
  expect(said).toContain(
    `Memory counts ${Number(ofMemory).toFixed(2)} kg per GB, and sources state 0.5 (DDR5) to 1.4 (DDR4)`,
  )
  expect(memory).toBe('0.5 to 1.4')
})

test('and the artefact of acidification without a place, as the service has it', async () => {
  const [, ...said] =
    lines
      .join(' ')
      .match(
        /is ([\d.]+) mol H\+ eq\. a year, above its likely range of ([\d.]+) to\s+([\d.]+)\. In France, it is (\d+\.\d+)/,
      ) ?? []
  const total =
    'impact(criterion: AP, duration: 8760) { total { value(exact: true) likely { low high } warnings { code } } }'
  const { nowhere, france } = await askNewest(`{
    nowhere: terminal(input: { kind: LAPTOP }) { ${total} }
    france: terminal(input: { kind: LAPTOP, usage: { usageLocation: "FRA" } }) { ${total} }
  }`)
  const { value, likely } = nowhere.impact.total
  const figures = [value, likely.low, likely.high, france.impact.total.value]
  expect(said.map(Number)).toEqual(figures.map((each: number) => Number(each.toPrecision(2))))
})

test('and a query for the stages of a fleet that gives them', async () => {
  const query = /`(\{ fleet\(.*\})`/.exec(lines.join('\n'))?.[1] ?? ''
  const { fleet } = await askNewest(query)
  expect(fleet.impact.embedded.stages.map(({ stage }: Data) => stage)).toEqual(['MAKING', 'TRANSPORT', 'END_OF_LIFE'])
})

test('and the electricity of terminals in two releases as the service has it', async () => {
  const [, ...said] =
    lines.join(' ').match(/a laptop uses (\d+) kWh a year there and (\d+) in 2026.12, and a desktop (\d+) and (\d+)/) ??
    []
  const kwh = 'energy(duration: 8760) { value(exact: true) }'
  const { before, now } = await askNewest(`{
    before: release(id: "2026.11") { laptop: terminal(input: { kind: LAPTOP }) { ${kwh} } desktop: terminal(input: { kind: DESKTOP }) { ${kwh} } }
    now: release(id: "2026.12") { laptop: terminal(input: { kind: LAPTOP }) { ${kwh} } desktop: terminal(input: { kind: DESKTOP }) { ${kwh} } }
  }`)
  expect(said.map(Number)).toEqual(
    [before.laptop, now.laptop, before.desktop, now.desktop].map(({ energy }: Data) => Math.round(energy.value)),
  )
})

const NODES =
  '{ impact(criterion: GWP, boundary: DATA_CENTRE) { total { explanation { nodes { leaf value min max distribution { gsd2 } } } } } }'

/** Three significant figures. */
const short = (value: number | string) => Number(value).toPrecision(3)

test('and assumptions with the values, bounds and spreads that the service uses', async () => {
  const { server, terminal } = await askNewest(`{
    server(input: { model: { name: "PowerEdge R740" }, usage: { usageLocation: "DEU" } }) ${NODES}
    terminal(input: { kind: LAPTOP }) ${NODES}
  }`)
  const nodes: Data[] = [server, terminal].flatMap((asset: Data) => asset.impact.total.explanation.nodes)
  const rowOf = (words: string) => lines.find((line) => line.startsWith(`| ${words}`)) ?? ''
  const cases: readonly (readonly [string, RegExp])[] = [
    ['load of a server', /\.time_workload$/],
    ['PUE of an unknown data centre', /^constants\.pue_default$/],
    ['power of a server in use', /^constants\.server_power_field$/],
    ['carbon of an SSD', /^component-factors\.ssd\.per_terabyte\.gwp$/],
    ['density of memory', /^ram-densities\.average/],
    ['laptop', /^device-factors\.laptop.*gwp$/],
  ]
  for (const [words, leaf] of cases) {
    const { value = 0, min = 0, max = 0 } = nodes.find((node) => leaf.test(node.leaf ?? '')) ?? {}
    const written = rowOf(words).match(/\d+(\.\d+)?/g) ?? []
    expect(written.map(short)).toEqual(expect.arrayContaining([value, min, max].map(short)))
  }
  const spreads: readonly (readonly [string, RegExp])[] = [
    ['power of a server of a class', /^model\.server_power$/],
    ['power of a server of a class', /^model\.server_power\./],
    ['power of a server of a class', /^model\.server_power_idle\./],
    ['climate factor of electricity', /^electricity\./],
    ['manufacturing of a server', /^model\.making$/],
    ['laptop', /^device-factors\.laptop.*gwp$/],
    ['laptop', /^terminal-archetypes\.laptop.*avg_power$/],
  ]
  for (const [words, leaf] of spreads) {
    const { gsd2 } = nodes.find((node) => leaf.test(node.leaf ?? ''))?.distribution ?? {}
    expect(rowOf(words)).toContain(String(Number(gsd2?.toFixed(2))))
  }
  const life = nodes.find(({ leaf }) => leaf?.endsWith('dellR740.hours_life_time'))
  expect([life?.value, rowOf('lifetime of a server').includes('| 4 years |')]).toEqual([4 * 8760, true])
})
