import { expect, test } from 'vitest'
import { rest } from '../server/rest/ask-rest.ts'
import { ask } from '../world.ts'

const TEN_YEARS = 87_600

const MAKING = 'embedded { value(exact: true) warnings { code message } }'

/** A laptop that lives four years, as its making counts over a duration and without one. */
async function laptop(release: string) {
  const { terminal } = (
    await ask(
      `query ($release: ID!, $duration: Float!) { release(id: $release) {
        terminal(input: { kind: LAPTOP, usage: { hoursLifeTime: 35040 } }) {
          whole: impact(criterion: GWP) { ${MAKING} }
          all: impact(criterion: GWP, allocation: TOTAL) { ${MAKING} }
          linear: impact(criterion: GWP, duration: $duration) { ${MAKING} }
          total: impact(criterion: GWP, duration: $duration, allocation: TOTAL) { ${MAKING} }
        } } }`,
      { release, duration: TEN_YEARS },
    )
  ).release
  return terminal
}

/** How many laptops are made over the ten years, and how often the warning says so. */
async function laptops(release: string) {
  const { whole, all, ...over } = await laptop(release)
  const one = whole.embedded.value
  expect(all.embedded.value).toBe(one)
  return Object.values<typeof whole>(over).map(({ embedded: { value, warnings } }) => [
    Number((value / one).toFixed(9)),
    ...warnings.flatMap(({ code, message }: Record<string, string>) => (code === 'RENEWED' ? [message] : [])),
  ])
}

test('ten years of a laptop that lives four are one laptop in releases that renew nothing', async () => {
  expect(await laptops('2026.11')).toEqual([[1], [1]])
  expect(await laptops('boavizta-2.4.1')).toEqual([[1], [1]])
})

test('from 2026.12 they are 2.5 laptops, or 3 whole ones, and the warning says how often', async () => {
  expect(await laptops('2026.12')).toEqual([
    [2.5, 'The duration is longer than a lifetime. Manufacturing counts 2.5 times'],
    [3, 'The duration is longer than a lifetime. Manufacturing counts 3 times'],
  ])
})

test('the release decides, never the route: /v1 renews where it is asked for 2026.12', async () => {
  const gwp = async (release: string, hours: number) => {
    const { json } = await rest(`/v1/terminal/laptop?criteria=gwp&duration=${hours}&release=${release}`, {
      usage: { hours_life_time: 35_040 },
    })
    return { value: json.impacts.gwp.embedded.value, warnings: json.warnings }
  }
  const [life, decade] = [await gwp('2026.12', 35_040), await gwp('2026.12', TEN_YEARS)]
  // 185.1 and 462.7 kg, as /v1 rounds them.
  expect([life.value, decade.value]).toEqual([190, 460])
  expect(decade.warnings.join()).toMatch(/ 2\.5 /)
  expect(await gwp('2026.11', TEN_YEARS)).toEqual(await gwp('2026.11', 35_040))
})
