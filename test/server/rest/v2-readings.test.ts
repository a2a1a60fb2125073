import { expect, test } from 'vitest'
import { createRestHandler } from '../../../src/server/rest/handle-rest.ts'
import { type Data, releases, world } from '../../world.ts'

const handle = createRestHandler({ ...world, release: releases.newest })
const asset = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }

async function post(path: string, body: object): Promise<Data> {
  const query = new URLSearchParams()
  const answer = await handle({ method: 'POST', path, query, body: JSON.stringify(body), accept: undefined })
  return { status: answer.status, json: JSON.parse(answer.body) }
}

test.each([
  ['/v2/distribution', { asset, criterion: 'gwp', samples: 16_385 }, ['body', 'samples']],
  ['/v2/compare', { items: [{ label: 'one', asset }] }, ['body', 'items']],
  ['/v2/explain', { asset }, ['body', 'criterion']],
])('%s refuses %j at %j', async (path, body, loc) => {
  const { status, json } = await post(path, body)
  expect(status).toBe(422)
  expect(json.detail[0].loc).toEqual(loc)
})

test('an explanation, samples, a comparison and a drift come from the newest release', async () => {
  const explained = (await post('/v2/explain', { asset, criterion: 'gwp', duration: 8760 })).json
  expect(explained.release).toBe('2026.12')
  expect(explained.explanation.nodes.at(-1).name).toBe('sum')
  expect(explained.explanation.nodes[0]).toMatchObject({
    method: expect.any(String),
    spreadReason: expect.any(String),
    sources: [{ title: expect.any(String), licence: expect.any(String), year: expect.any(String) }],
  })
  const sampled = (await post('/v2/distribution', { asset, criterion: 'gwp', duration: 8760, samples: 256 })).json
  expect(sampled.value).toBe(explained.value)
  expect(sampled.drivers[0].leaf).toBe('electricity.unknown')
  const twice = [
    { label: 'a', asset },
    { label: 'b', asset },
  ]
  const compared = (await post('/v2/compare', { items: twice, samples: 256 })).json
  expect(compared.pairs).toMatchObject([
    { a: 'a', b: 'b', sameData: true, hasVerdict: false, probabilityALower: 0.5, difference: { mean: 0 } },
  ])
  const drifted = (await post('/v2/drift', { asset, from: 'boavizta-2.4.1', to: '2026.12' })).json
  expect(drifted.causes.length).toBeGreaterThan(0)
})

test('every reading says what it was computed for, as the assessment does', async () => {
  const usage = { usageLocation: 'FRA', timeWorkload: 30 }
  const there = { asset: { cloudInstance: { ...asset.cloudInstance, usage } }, duration: 8760 }
  const asked = { ...there, criterion: 'gwp', boundary: 'DATA_CENTRE' }
  const scope = /^Over 8,760 hours \(a year\), in FRA, including the data centre, at a load of 30 %, .* 2026\.12\.$/
  const overrides = [{ leaf: 'electricity.FRA.gwp', value: 0.02 }]
  const drift = { from: 'boavizta-2.4.1', to: '2026.12' }
  const answers = await Promise.all([
    post('/v2/explain', asked),
    post('/v2/distribution', { ...asked, samples: 2 }),
    post('/v2/what-if', { ...asked, overrides }),
    post('/v2/sci', { ...there, functionalUnits: 1000 }),
  ])
  for (const { json } of answers) expect(json.computedFor).toMatch(scope)
  const { json: drifted } = await post('/v2/drift', { ...asked, ...drift })
  expect(drifted.computedFor).toMatch(/^Over 8,760 hours \(a year\), in FRA, .*2\.4\.1 to 2026\.12\.$/)
})

test('every reading of a total names the phases that it leaves out, as the assessment does', async () => {
  const asked = { asset: { server: { usage: { usageLocation: 'DEU' } } }, criterion: 'gwppf', duration: 8760 }
  const { json } = await post('/v2/assess', { ...asked, criterion: undefined, criteria: ['gwppf'] })
  const { missing, reason, coverage, isPartial, lacking } = json.impacts[0]
  expect([missing, lacking]).toEqual([['USE'], [{ phase: 'USE', units: 1 }]])
  const said = { missing, reason, coverage, isPartial, lacking }
  const overrides = [{ path: 'usage.usageLocation', text: 'FRA' }]
  expect((await post('/v2/explain', asked)).json).toMatchObject(said)
  expect((await post('/v2/distribution', { ...asked, samples: 2 })).json).toMatchObject(said)
  expect((await post('/v2/what-if', { ...asked, overrides })).json).toMatchObject(said)
})

test.each([
  ['FRA', 'HKG', [/^The totals before and after the change cannot be compared: .*\buse\b.* with the changed inputs/]],
  ['HKG', 'FRA', [/\buse\b.* without the change/]],
  ['FRA', 'DEU', []],
])('a what-if from %s to %s in primary energy warns if only one total has use', async (from, to, messages) => {
  const asset = { server: { usage: { usageLocation: from } } }
  const overrides = [{ path: 'usage.usageLocation', text: to }]
  const { json } = await post('/v2/what-if', { asset, criterion: 'pe', duration: 8760, overrides })
  const found = json.to.warnings.filter(({ code }: { code: string }) => code === 'PHASES_DIFFER')
  expect(found.map(({ message }: { message: string }) => message)).toEqual(
    messages.map((each) => expect.stringMatching(each)),
  )
})

test('a what-if names a field of the asset, with or without its kind', async () => {
  const asked = { asset: { server: {} }, criterion: 'gwp' }
  const totalOf = async (path: string) => {
    const { status, json } = await post('/v2/what-if', { ...asked, overrides: [{ path, text: 'SWE' }] })
    expect(status, path).toBe(200)
    return json.to.value
  }
  const server = { usage: { usageLocation: 'SWE' } }
  const { impacts } = (await post('/v2/assess', { asset: { server }, criteria: ['gwp'] })).json
  for (const path of ['usage.usageLocation', 'server.usage.usageLocation'])
    expect(await totalOf(path)).toBeCloseTo(impacts[0].total.value, -2)
  const overrides = [{ path: 'usage.usageLocatio', text: 'SWE' }]
  const { json } = await post('/v2/what-if', { ...asked, overrides })
  expect(json.detail[0]).toMatchObject({ type: 'not_found', nearest: ['usage.usageLocation'] })
})

test('a drift is within a boundary and by an allocation, and ends at the total of the asset', async () => {
  const span = { boundary: 'data_centre', allocation: 'total', duration: 8760 }
  const drifted = (await post('/v2/drift', { asset, from: 'boavizta-2.4.1', to: '2026.12', ...span })).json
  const { impacts } = (await post('/v2/assess', { asset, criteria: ['gwp'], ...span })).json
  expect(drifted.to.value).toBe(impacts[0].total.value)
  expect(impacts[0].building.value).toBeGreaterThan(0)
})
