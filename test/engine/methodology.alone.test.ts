import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Assessor, type AssetInput, CRITERION_CODES } from '../../src/library/index.ts'
import { askNewest, releases } from '../world.ts'
import { ALL_FORMULAS } from './support/all-formulas.ts'

const text = readFileSync(new URL('../../docs/methodology.md', import.meta.url), 'utf8')
const lines = text.split('\n').map((line) => line.trim())

test('docs/methodology.md has each formula as it is computed', () => {
  const written = new Set([...lines, ...[...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)])
  const missing = ALL_FORMULAS.map(({ name, text: formula }) => `${name} = ${formula}`).filter(
    (each) => !written.has(each),
  )
  expect(ALL_FORMULAS.length).toBeGreaterThan(40)
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
  expect([...new Set(ALL_FORMULAS.map(({ name }) => name))].filter((name) => !sourced.has(name))).toEqual([])
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

test('and the phases that each criterion has figures in, by kind of asset', async () => {
  const usage = { usageLocation: 'FRA', avgPower: 10 }
  const assets: Readonly<Record<string, AssetInput>> = {
    server: { server: { usage } },
    terminal: { terminal: { kind: 'LAPTOP', usage } },
    'graphics card': { component: { gpu: { name: 'NVIDIA A100', usage } } },
    'IoT device': { iotDevice: { archetype: 'occupancy_sensor', usage } },
    processor: { component: { cpu: { name: 'Xeon Gold 6138', usage } } },
  }
  const at = lines.indexOf(`| criteria | ${Object.keys(assets).join(' | ')} |`)
  const written = new Map(
    lines.slice(at + 2, lines.indexOf('', at)).flatMap((line) => {
      const [codes = '', ...phases] = line.slice(2, -2).split(' | ')
      return codes.split(', ').map((code) => [code.replaceAll('`', ''), phases] as const)
    }),
  )
  const assessor = new Assessor(releases.newest)
  const options = { criteria: CRITERION_CODES, boundary: 'DATA_CENTRE', duration: 8760 } as const
  const all = await Promise.all(Object.values(assets).map((asset) => assessor.assess(asset, options)))
  const known = CRITERION_CODES.map((code): readonly [string, readonly string[]] => [
    code,
    all.map(({ impacts }) => {
      const { embedded, use, building } = impacts[code] ?? {}
      const phases = Object.entries({ embodied: embedded, use, building: building?.value ? building : null })
      return phases.flatMap(([phase, figure]) => (figure ? [phase] : [])).join(', ') || 'none'
    }),
  ])
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(known))
})

test('and the power of a node of eight H100, as the model gives it', async () => {
  const configuration = {
    cpu: { units: 2, name: 'Xeon Platinum 8480C' },
    ram: [{ units: 32, capacity: 64 }],
    gpu: { units: 8, name: 'NVIDIA H100 SXM 80GB' },
  }
  const server = { configuration, usage: { timeWorkload: 100 } }
  const { energy } = await new Assessor(releases.newest).assess({ server }, { duration: 1000 })
  const [, said] = /the model gives ([\d.]+) kW for eight H100 SXM/.exec(text) ?? []
  expect((energy ?? 0) / 1e6).toBeCloseTo(Number(said) / 1e3, 5)
})

test('where a formula is written, an example says with numbers what it gives', () => {
  const documented = /\/\*\*((?:(?!\*\/).)*)\*\/\n(?:export )?const \w+ = formula\(/gs
  const files = globSync('src/engine/formulas/*.ts').map((file) => readFileSync(file, 'utf8'))
  const comments = files.flatMap((file) => [...file.matchAll(documented)].map(([, comment = '']) => comment))
  // The parts above and below 0 are made beside what splits a quantity.
  expect(comments).toHaveLength(ALL_FORMULAS.length - 2)
  expect(comments.filter((comment) => !/Example:\s.*\d/s.test(comment))).toEqual([])
})

test('and each formula with all its symbols explained', () => {
  for (const { name, text: formula, operands } of ALL_FORMULAS) {
    const row = lines.find((line) => /^\| F\d+ \| /.test(line) && line.includes(`| \`${name} = ${formula}\` |`)) ?? ''
    const [, , meaning = ''] = row.split(' | ')
    expect([name, operands.filter((operand) => !meaning.includes(`\`${operand}\``))]).toEqual([name, []])
  }
})

/** F14: `die_area = capacity / density`, with `capacity = 32, density = 2` gives 16 cm2. */
const WORKED = /^\| F(\d+) \| `(\w+ = [^`]+)` \| .* \| `([^`]+)` gives ([-\d.]+)/

const EXAMPLES = lines.flatMap((line) => {
  const [, number, formula = '', operands = '', result = ''] = WORKED.exec(line) ?? []
  return number === undefined ? [] : [{ number: Number(number), formula, operands: numbersOf(operands), result }]
})

/** Half of the last digit that is written, and what binary numbers add to it. */
const stepOf = (written: string) => 0.5 * 10 ** -(written.split('.')[1] ?? '').length * (1 + 1e-6)

test('and each formula with a number, and an example that it agrees with to the last digit', () => {
  expect(EXAMPLES.map(({ number }) => number)).toEqual(EXAMPLES.map((_, at) => at + 1))
  for (const { name, text: formula, operands, compute } of ALL_FORMULAS) {
    const { operands: numbers = {}, result = '' } =
      EXAMPLES.find((each) => each.formula === `${name} = ${formula}`) ?? {}
    expect([name, Object.keys(numbers).sort()]).toEqual([name, [...operands].sort()])
    const computed = compute(...operands.map((operand) => numbers[operand] as number))
    expect(Math.abs(computed - Number(result)), `${name}: ${computed}`).toBeLessThanOrEqual(stepOf(result))
  }
})

/**
 * A step of the example from parts to total: `| 2 | F14 | \`capacity = 32, density = 2.731\` gives 11.717 cm2 | ... |`.
 */
const STEP = /^\| \d+ \| (F(\d+)|sum) \| `([^`]+)` gives ([-\d.]+)/

/** The part of a node of an explanation that the example states. */
interface Node {
  readonly leaf: string
  readonly name: string | null
  readonly value: number
  readonly operands: readonly { readonly symbol: string; readonly node: string }[]
}

test('the example from parts to total follows the formulas, and each step is one of the service', async () => {
  const steps = lines.flatMap((line) => {
    const [, , number, numbers = '', result = ''] = STEP.exec(line) ?? []
    return result === '' ? [] : [{ number: Number(number), numbers, result }]
  })
  expect(steps.length).toBeGreaterThan(20)
  const { server } = await askNewest(`{ server(
    input: { model: { name: "PowerEdge R740" }, usage: { usageLocation: "DEU" } }
  ) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { explanation {
    nodes { leaf name value operands { symbol node } }
  } } } } }`)
  const nodes: readonly Node[] = server.impact.total.explanation.nodes
  const values = new Map(nodes.map(({ leaf, value }) => [leaf, value]))
  const isWrittenAs = (value: number, written: string) => Math.abs(value - Number(written)) <= stepOf(written)
  for (const { number, numbers, result } of steps) {
    const example = EXAMPLES.find((each) => each.number === number)
    const formula = ALL_FORMULAS.find(({ name, text: each }) => `${name} = ${each}` === example?.formula)
    const given = numbersOf(numbers)
    const computed = formula
      ? formula.compute(...formula.operands.map((operand) => given[operand] as number))
      : numbers.split(' + ').reduce((sum, each) => sum + Number(each), 0)
    expect(isWrittenAs(computed, result), `${numbers}: ${computed}`).toBe(true)
    const written = numbers.split(/, | \+ /)
    const same = nodes.filter(({ name, value, operands }) => {
      const isSame = name === (formula?.name ?? 'sum') && operands.length === written.length
      return (
        isSame &&
        isWrittenAs(value, result) &&
        operands.every(({ symbol, node }, at) => {
          const [, digits = ''] = written.find((each) => each.startsWith(`${symbol} = `))?.split(' = ') ?? [
            '',
            written[at],
          ]
          return isWrittenAs(values.get(node) ?? Number.NaN, digits)
        })
      )
    })
    expect(same.length, `no step of the service: ${numbers} gives ${result}`).toBeGreaterThan(0)
  }
  expect(isWrittenAs(nodes.at(-1)?.value ?? 0, steps.at(-1)?.result ?? '')).toBe(true)
})

function numbersOf(operands: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    operands
      .split(', ')
      .map((each) => each.split(' = '))
      .map(([name, value]) => [name, Number(value)]),
  )
}
