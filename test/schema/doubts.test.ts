import { graphql } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { Releases } from '../../src/catalogue/releases.ts'
import { header, loadWith, row } from '../catalogue/tables/support/table-files.ts'
import { ask, type Data, dataOf, world } from '../world.ts'

/** Every thing that uses electricity, at a place. */
const THINGS: Readonly<Record<string, (usage: string) => string>> = {
  server: (usage) => `server(input: { usage: ${usage} })`,
  component: (usage) => `component(input: { cpu: { usage: ${usage} } })`,
  cloudInstance: (usage) => `cloudInstance(input: { provider: "aws", instanceType: "m5.large", usage: ${usage} })`,
  terminal: (usage) => `terminal(input: { kind: LAPTOP, usage: ${usage} })`,
  iotDevice: (usage) => `iotDevice(input: { usage: ${usage} })`,
}

const WARNINGS = '{ warnings { code message } }'

const doubtful = (warnings: readonly Data[]): readonly string[] =>
  warnings.flatMap(({ code, message }) => (code === 'DOUBTFUL_FIGURE' ? [message] : []))

const useWarnings = async (thing: string, usage: string, criterion: string): Promise<readonly Data[]> => {
  const field = THINGS[thing]?.(usage)
  const figures = `use ${WARNINGS} total ${WARNINGS}`
  const answer = await ask(`{ thing: ${field} { impacts(criteria: [${criterion}]) { ${figures} } } }`)
  const [{ use, total }] = answer.thing.impacts
  if (total !== null) expect(doubtful(total.warnings)).toEqual(expect.arrayContaining([...doubtful(use.warnings)]))
  return use.warnings
}

describe.each(Object.keys(THINGS))('a doubtful factor of electricity carries its warning: %s', (thing) => {
  const power = 'avgPower: 10'

  test.each([
    ['CZE', 'AP'],
    ['EEE', 'AP'],
    ['WOR', 'AP'],
    ['ZMB', 'PE'],
    ['PRY', 'PE'],
    ['NPL', 'PE'],
    ['NAM', 'PE'],
    ['MOZ', 'PE'],
    ['ISL', 'PE'],
    ['COD', 'PE'],
    ['ALB', 'PE'],
  ])('%s in %s', async (location, criterion) => {
    const warnings = doubtful(await useWarnings(thing, `{ usageLocation: "${location}", ${power} }`, criterion))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(location)
  })

  test('and no other does, nor one that the caller gives', async () => {
    expect(doubtful(await useWarnings(thing, `{ usageLocation: "FRA", ${power} }`, 'AP'))).toEqual([])
    expect(doubtful(await useWarnings(thing, `{ usageLocation: "CZE", ${power} }`, 'GWP'))).toEqual([])
    const own = `{ usageLocation: "CZE", ${power}, elecFactors: [{ criterion: AP, value: 1 }] }`
    expect(doubtful(await useWarnings(thing, own, 'AP'))).toEqual([])
  })

  test('where no place is given, those of the places that make its bounds', async () => {
    const pe = doubtful(await useWarnings(thing, `{ ${power} }`, 'PE'))
    expect(pe.map((warning) => /in ([A-Z]{3})/.exec(warning)?.[1]).sort()).toEqual(['ISL', 'NAM'])
    const ap = doubtful(await useWarnings(thing, `{ ${power} }`, 'AP'))
    expect(ap.map((warning) => /in ([A-Z]{3})/.exec(warning)?.[1]).sort()).toEqual(['CZE', 'EEE'])
  })
})

test('a doubtful factor carries its warning in the catalogue', async () => {
  const { locations } = await ask(
    `{ locations(search: "CZE") { code factors(criteria: [AP, GWP]) { criterion factor ${WARNINGS} } } }`,
  )
  const [ap, gwp] = locations[0].factors
  expect(doubtful(ap.factor.warnings)).toHaveLength(1)
  expect(gwp.factor.warnings).toEqual([])
})

describe('a doubtful power profile carries its warning', () => {
  const E3 = '{ modelRange: "Xeon E3", manufacturer: "Intel" }'

  test('at the profile, the power, and every impact of use', async () => {
    const { server, component } = await ask(`{
      server(input: { configuration: { cpu: ${E3} }, usage: { usageLocation: "FRA" } }) {
        usage { avgPower ${WARNINGS} } cpu { usage { avgPower ${WARNINGS} consumptionProfile ${WARNINGS} } }
        impacts(criteria: [GWP]) { embedded ${WARNINGS} use ${WARNINGS} }
      }
      component(input: { cpu: { modelRange: "Xeon E3", manufacturer: "Intel", usage: { usageLocation: "FRA" } } }) {
        usage { avgPower ${WARNINGS} } impacts(criteria: [GWP]) { use ${WARNINGS} }
      }
    }`)
    for (const warnings of [
      server.usage.avgPower.warnings,
      server.cpu.usage.avgPower.warnings,
      server.cpu.usage.consumptionProfile.warnings,
      server.impacts[0].use.warnings,
      component.usage.avgPower.warnings,
      component.impacts[0].use.warnings,
    ]) {
      expect(warnings).toEqual([{ code: 'DOUBTFUL_FIGURE', message: expect.stringContaining('Xeon E3') }])
    }
    expect(doubtful(server.impacts[0].embedded.warnings)).toEqual([])
  })

  test('and not where it is not used: a power that was given', async () => {
    const { server } = await ask(`{
      server(input: { configuration: { cpu: ${E3} }, usage: { usageLocation: "FRA", avgPower: 100 } }) {
        impacts(criteria: [GWP]) { use ${WARNINGS} }
      }
    }`)
    expect(server.impacts[0].use.warnings).toEqual([])
  })

  test('in a cloud instance too, where its host has such a CPU', async () => {
    // No shipped host has one.
    const host = row('server-archetypes.csv', 'm5.metal', {
      cpu_name: 'Intel Xeon E3-1220 V5',
      cpu_threads: '4',
    })
    const releases = new Releases([loadWith({ 'server-archetypes.csv': [header('server-archetypes.csv'), host] })])
    const source = `{
      cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { usageLocation: "FRA" } }) {
        impacts(criteria: [GWP]) { use ${WARNINGS} }
      }
    }`
    const contextValue = createContext({ ...world, releases, release: releases.newest })
    const { cloudInstance } = dataOf(await graphql({ schema, source, contextValue }))
    expect(doubtful(cloudInstance.impacts[0].use.warnings)).toEqual([expect.stringContaining('Xeon E3')])
  })
})
