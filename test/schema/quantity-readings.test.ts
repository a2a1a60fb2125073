import { expect, test } from 'vitest'
import { askNewest as ask, type Data } from '../world.ts'

const READINGS = `value(exact: true) min(exact: true) max(exact: true)
  distribution(samples: 256, spread: BOUNDS) { quantiles(at: [0.05, 0.5, 0.95]) { value } }
  explanation { nodes { label name value min max } }`

const SERVER = '{ asset: { server: { usage: { region: "eu-west-3" }, configuration: { gpu: { tdp: 300 } } } } }'
const LAPTOP = '{ quantity: 2, asset: { terminal: { kind: LAPTOP, usage: { usageLocation: "FRA" } } } }'
const STORAGE = '{ asset: { storage: { kind: SSD, gigabytes: 1000, usage: { usageLocation: "FRA" } } } }'
const NETWORK = '{ asset: { network: { gigabytes: 100, reach: INTERNET, usage: { usageLocation: "FRA" } } } }'

const FIGURES: readonly (readonly [string, string, (fleet: Data) => Data])[] = [
  ['energy', `energy(duration: 1000, boundary: DATA_CENTRE) { ${READINGS} }`, ({ energy }) => energy],
  ['water', `water(duration: 1000) { ${READINGS} }`, ({ water }) => water],
  ['sci', `sci(units: 10, duration: 1000) { score { ${READINGS} } }`, ({ sci }) => sci.score],
  [
    'building',
    `impact(criterion: GWP, duration: 1000, boundary: DATA_CENTRE) { building { ${READINGS} } }`,
    ({ impact }) => impact.building,
  ],
  [
    'total',
    `impact(criterion: GWP, duration: 1000, boundary: DATA_CENTRE) { total { ${READINGS} } }`,
    ({ impact }) => impact.total,
  ],
  [
    'timeline',
    `timeline(intervals: [{ hours: 1, load: 10 }, { hours: 2, load: 90 }], criterion: GWP) { total { use { ${READINGS} } } }`,
    ({ timeline }) => timeline.total.use,
  ],
]

test.each(FIGURES)('%s is explained and sampled like any other figure', async (name, asked, figureOf) => {
  // Making a network has no figure, so that software on one has no intensity.
  const items = [SERVER, LAPTOP, STORAGE, ...(['sci', 'timeline'].includes(name) ? [] : [NETWORK])]
  const { fleet } = await ask(`{ fleet(items: [${items.join()}]) { ${asked} } }`)
  const figure = figureOf(fleet)
  const last = figure.explanation.nodes.at(-1)
  for (const end of ['value', 'min', 'max']) expect(last[end] / figure[end]).toBeCloseTo(1, 9)
  for (const { value } of figure.distribution.quantiles) {
    expect(value).toBeGreaterThanOrEqual(figure.min)
    expect(value).toBeLessThanOrEqual(figure.max)
  }
  const [low, , high] = figure.distribution.quantiles
  expect(figure.value).toBeGreaterThan(figure.min)
  expect(high.value).toBeGreaterThan(low.value)
})
