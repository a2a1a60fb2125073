import { describe, expect, test } from 'vitest'
import { EXACT } from '../selections.ts'
import { askNewest, type Data } from '../world.ts'

const HOURS_OF_YEAR = 8760

const asked = async (query: string): Promise<Data> => Object.values(await askNewest(`{ ${query} }`))[0]

const EMBEDDED = `embedded ${EXACT}`
const codesOf = ({ warnings }: Data) => warnings.map(({ code }: Data) => code)

describe('figures of the caller', () => {
  test.each([
    ['server', 'model: { name: "PowerEdge R740" }'],
    ['terminal', 'kind: LAPTOP, model: { name: "MacBook Air M2" }'],
    ['equipment', 'kind: SWITCH, ports: 24'],
  ])('are those of a %s, in place of the model and of the maker', async (kind, input) => {
    const of = await asked(
      `${kind}(input: { ${input}, own: { making: 300, kwhYear: 438 }, usage: { usageLocation: "FRA" } }) {
        warnings { code }
        usage { avgPower { value status } useTimeRatio { value } }
        energy(duration: ${HOURS_OF_YEAR}, boundary: EQUIPMENT) ${EXACT}
        impact(criterion: GWP) { ${EMBEDDED} }
      }`,
    )
    expect(of.impact.embedded).toMatchObject({ value: 300, min: 300, max: 300 })
    expect(of.usage).toMatchObject({ avgPower: { value: 50, status: 'INPUT' }, useTimeRatio: { value: 1 } })
    expect(of.energy.value).toBeCloseTo(438, 9)
    expect(codesOf(of)).not.toContain('MAKERS_FIGURE')
    expect(codesOf(of)).not.toContain('TYPICAL_MODEL')
  })

  test('of manufacturing alone have transport and end of life added where they are known', async () => {
    const making = async (covers: string) =>
      (
        await asked(
          `terminal(input: { kind: LAPTOP, own: { making: 100, covers: ${covers} } }) { impact(criterion: GWP) { ${EMBEDDED} } }`,
        )
      ).impact.embedded.value
    // device-stages: 12.3 and 2.79 kg of a laptop.
    expect(await making('MAKING')).toBeCloseTo(115.09, 6)
    expect(await making('EMBEDDED')).toBe(100)
  })

  test('are multiplied by the units, and shared over the life', async () => {
    const { impact } = await asked(
      `terminal(input: { kind: LAPTOP, units: 3, own: { making: 100 }, usage: { hoursLifeTime: 17520 } }) {
        impact(criterion: GWP, duration: ${HOURS_OF_YEAR}) { ${EMBEDDED} }
      }`,
    )
    expect(impact.embedded.value).toBeCloseTo(150, 9)
  })

  test('leave other criteria to the model, and parts of climate change within the whole', async () => {
    const impacts = async (own: string): Promise<Data> => {
      const { impacts } = await asked(
        `server(input: { ${own} }) { impacts(criteria: [GWP, GWPPF, ADP]) { criterion ${EMBEDDED} } }`,
      )
      return Object.fromEntries(impacts.map(({ criterion, embedded }: Data) => [criterion, embedded.value]))
    }
    const [ours, own] = [await impacts(''), await impacts('own: { making: 500 }')]
    expect(own.ADP).toBe(ours.ADP)
    expect(own.GWP).toBe(500)
    expect(own.GWPPF).toBeLessThan(500)
    expect(own.GWPPF).toBeGreaterThan(450)
  })

  test('have the lognormal whose 5th and 95th percentile are the bounds', async () => {
    const { impact } = await asked(
      `equipment(input: { kind: OTHER, own: { making: 100, low: 80, high: 125 } }) {
        impact(criterion: GWP) { embedded { distribution(samples: 8192) { quantiles(at: [0.05, 0.95]) { value } } } }
      }`,
    )
    const [low, high] = impact.embedded.distribution.quantiles
    expect(low.value).toBeCloseTo(80, 0)
    expect(high.value).toBeCloseTo(125, 0)
  })

  test('are leaves of the explanation, with their source and year', async () => {
    const { impact } = await asked(
      `equipment(input: { kind: UPS, own: { making: 100, year: 2024, source: "https://example.org/pcf" } }) {
        impact(criterion: GWP) { embedded { explanation { nodes { leaf status source } } } }
      }`,
    )
    expect(impact.embedded.explanation.nodes).toContainEqual({
      leaf: 'input.own.making.gwp',
      status: 'INPUT',
      source: 'Your own figure, 2024: https://example.org/pcf',
    })
  })

  test('are rated by their precision and age', async () => {
    const rating = async (own: string) => {
      const { impact } = await asked(
        `equipment(input: { kind: OTHER, own: { ${own} } }) { impact(criterion: GWP) { embedded { quality { dataQualityRating } } } }`,
      )
      return impact.embedded.quality.dataQualityRating
    }
    const best = await rating('making: 100, low: 96, high: 105, year: 2026')
    expect(await rating('making: 100, low: 40, high: 300, year: 2026')).toBeGreaterThan(best)
    expect(await rating('making: 100, low: 96, high: 105, year: 2012')).toBeGreaterThan(best)
  })

  test('override a power and a share of time, which is told', async () => {
    const { warnings } = await asked(
      `equipment(input: { kind: SWITCH, own: { kwhYear: 100 }, usage: { avgPower: 20, useTimeRatio: 0.5 } }) {
        warnings { code path }
      }`,
    )
    expect(warnings).toEqual([
      { code: 'NOT_USED', path: ['input', 'usage', 'avgPower'] },
      { code: 'NOT_USED', path: ['input', 'usage', 'useTimeRatio'] },
    ])
  })
})
