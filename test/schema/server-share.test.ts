import { describe, expect, test } from 'vitest'
import { createRestHandler } from '../../src/server/rest/handle-rest.ts'
import { askNewest, type Data, errorsOf, releases, world } from '../world.ts'

/** A virtual machine on one's own server: a part of it, by threads, memory and drives. */

const HOST = `configuration: { cpu: { units: 2, name: "Xeon Gold 6138", threads: 40 }, ram: [{ units: 4, capacity: 32 }],
  disks: [{ ssd: { units: 2, capacity: 1000 } }] }, usage: { usageLocation: "FRA", timeWorkload: 40 }`
const FIGURES = `impact(criterion: GWP, duration: 8760) { embedded { value(exact: true) } use { value(exact: true) } }
  adp: impact(criterion: ADP, duration: 8760) { embedded { value(exact: true) } }
  ir: impact(criterion: IR, duration: 8760) { embedded { value(exact: true) } }
  components { kind impact(criterion: GWP, duration: 8760) { embedded { value(exact: true) } } }`

const part = async (share: string, also = '') =>
  (await askNewest(`{ server(input: { ${HOST}, share: { ${share} } }) { ${FIGURES} ${also} } }`)).server as Data
const whole = async () => (await askNewest(`{ server(input: { ${HOST} }) { ${FIGURES} } }`)).server as Data

const making = ({ components }: Data, kind: string) =>
  components
    .filter((each: Data) => each.kind === kind)
    .reduce((sum: number, each: Data) => sum + each.impact.embedded.value, 0)

describe('A part of a server', () => {
  test.each(['vcpu: 0', 'vcpu: -4', 'vcpu: 4, memory: -1'])('is refused with %s', async (share) => {
    const [error] = await errorsOf(`{ server(input: { share: { ${share} } }) { archetype } }`)
    expect(error?.cause.faults[0]).toMatchObject({ code: 'TOO_SMALL', path: ['input', 'share', expect.any(String)] })
  })

  test('that is larger than the server, or on drives that it has not, is told', async () => {
    const { warnings } = await part('vcpu: 100, hddStorage: 500', 'warnings { code message }')
    expect(warnings).toContainEqual({ code: 'SHARE_ABOVE_ONE', message: expect.stringContaining('100 vCPU') })
    expect(warnings).toContainEqual({ code: 'NOT_ON_HOST', message: expect.stringContaining('500 GB of HDD') })
  })

  test('with all threads is the server; with a quarter of them it is a quarter', async () => {
    const server = await whole()
    // Two processors of 40 threads.
    for (const [vcpu, share] of [
      [80, 1],
      [20, 0.25],
    ] as const) {
      const found = await part(`vcpu: ${vcpu}`)
      expect(found.impact.embedded.value / server.impact.embedded.value).toBeCloseTo(share, 9)
      expect(found.impact.use.value / server.impact.use.value).toBeCloseTo(share, 9)
      // Drives have no figure in this criterion: that of a whole server stands in.
      expect(found.ir.embedded.value / server.ir.embedded.value).toBeCloseTo(share, 9)
      expect(found.adp.embedded.value / server.adp.embedded.value).toBeCloseTo(share, 9)
    }
  })

  test('has the memory and the drives that it is given: 16 of 128 GB, 500 of 2,000 GB', async () => {
    const [server, found] = [await whole(), await part('vcpu: 20, memory: 16, ssdStorage: 500')]
    expect(making(found, 'RAM') / making(server, 'RAM')).toBeCloseTo(16 / 128, 9)
    expect(making(found, 'SSD') / making(server, 'SSD')).toBeCloseTo(500 / 2000, 9)
    expect(making(found, 'CASE') / making(server, 'CASE')).toBeCloseTo(20 / 80, 9)
    expect(making(await part('vcpu: 20, ssdStorage: 0'), 'SSD')).toBe(0)
  })

  test.each([
    // Two typical processors of 24 cores, with two threads each.
    ['', 96, 48],
    ['configuration: { cpu: { units: 1, coreUnits: 16 } },', 32, 16],
    // The archetype names neither the processor nor its cores.
    ['archetype: "dellR640",', 96, 48],
  ])('of unknown threads (%s) has two of them per core, and is told so', async (host, threads, cores) => {
    const { server, whole } = await askNewest(`{
      server(input: { ${host} share: { vcpu: 4 } }) { ${FIGURES} warnings { code message } }
      whole: server(input: { ${host} usage: {} }) { ${FIGURES} } }`)
    expect(server.warnings).toContainEqual({
      code: 'THREADS_ASSUMED',
      message: expect.stringMatching(new RegExp(` ${threads}: .* ${cores} `)),
    })
    expect(server.impact.embedded.value / whole.impact.embedded.value).toBeCloseTo(4 / threads, 9)
    expect(server.impact.use.value / whole.impact.use.value).toBeCloseTo(4 / threads, 9)
  })

  test('of unknown threads has words that say how many are assumed', async () => {
    const { server } = await askNewest('{ server(input: { share: { vcpu: 4 } }) { warnings { message } } }')
    expect(server.warnings).toContain(
      'The number of threads of the server is unknown. This result assumes 96: two for each of its 48 cores.',
    )
  })

  test('of a server without a processor has no figure', async () => {
    const { server } = await askNewest(`{ server(input: { configuration: { cpu: { units: 0 } }, share: { vcpu: 4 } }) {
      impact(criterion: GWP, duration: 8760) { embedded { value } use { value } } energy(duration: 8760) { value }
      warnings { code } } }`)
    expect(server).toMatchObject({ impact: { embedded: null, use: null }, energy: null })
    expect(server.warnings).toContainEqual({ code: 'NOT_ON_HOST' })
  })

  test('has every kind of part, which counts nothing where the server has no processor', async () => {
    const parts = ['cpu', 'motherboard', 'case', 'powerSupply', 'assembly']
    const figures = parts.map(
      (name) => `${name} { label usage { hoursLifeTime { number } } impact(criterion: GWP, duration: 8760) {
        embedded { value(exact: true) explanation { nodes { leaf } } likely { low high } } } }`,
    )
    const { server } = await askNewest(`{ server(input: { configuration: { cpu: { units: 0 } }, share: { vcpu: 4 } }) {
      ${figures.join(' ')} components { kind } warnings { code } } }`)
    expect(server.components.map(({ kind }: Data) => kind)).not.toContain('MOTHERBOARD')
    for (const name of parts) {
      expect(server[name].label).toMatch(/-1$/)
      expect(server[name].impact.embedded).toMatchObject({ value: 0, likely: { low: 0, high: 0 } })
    }
  })

  test('shows its size and the whole server, which is not changed', async () => {
    const { share } = await part(
      'vcpu: 20, memory: 16',
      `share { vcpu { number status } memory { number unit } ssdStorage { number } host { ${FIGURES} share { vcpu { number } } } }`,
    )
    expect(share).toEqual({
      vcpu: { number: 20, status: 'INPUT' },
      memory: { number: 16, unit: 'GB' },
      ssdStorage: null,
      host: { ...(await whole()), share: null },
    })
  })

  test('is explained, and has an interval', async () => {
    const { impact } = await part(
      'vcpu: 20',
      'explained: impact(criterion: GWP, duration: 8760) { total { value likely { low high } explanation { nodes { leaf } } } }',
    ).then(({ explained }) => ({ impact: explained }))
    expect(impact.total.likely.low).toBeLessThan(impact.total.value)
    expect(impact.total.explanation.nodes.map(({ leaf }: Data) => leaf)).toContain('input.share.vcpu')
  })

  test('has the same figures over /v2', async () => {
    const handle = createRestHandler({ ...world, release: releases.newest })
    const asset = {
      server: {
        configuration: {
          cpu: { units: 2, name: 'Xeon Gold 6138', threads: 40 },
          ram: [{ units: 4, capacity: 32 }],
          disks: [{ ssd: { units: 2, capacity: 1000 } }],
        },
        usage: { usageLocation: 'FRA', timeWorkload: 40 },
        share: { vcpu: 20, memory: 16 },
      },
    }
    const body = JSON.stringify({ asset, criteria: ['gwp'], duration: 8760 })
    const query = new URLSearchParams()
    const answer = await handle({ method: 'POST', path: '/v2/assess', query, body, accept: undefined })
    const [{ embedded }] = JSON.parse(answer.body).impacts
    const { shown } = await part(
      'vcpu: 20, memory: 16',
      'shown: impact(criterion: GWP, duration: 8760) { embedded { value } }',
    )
    expect(embedded.value).toBe(shown.embedded.value)
  })
})
