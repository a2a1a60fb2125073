/**
 * `npm run fit:power -- FILE...`: fits the table of server power to files of results of SPECpower, and prints it beside
 * the one of the newest release. Then it compares the power of the release with these results, by class and load, and
 * as if each maker were unknown: with a table fitted to the others. The results are not part of the repository.
 * spec.org publishes them.
 */
import { readFileSync } from 'node:fs'
import { ofBenchmarked, ourFigure } from '../src/catalogue/calibration.ts'
import { type Release, Releases } from '../src/catalogue/releases.ts'
import { loadReleases } from '../src/catalogue/tables/load-releases.ts'
import { SHARES } from '../src/catalogue/tables/specs/component-tables.ts'
import type { ServerPowerRow } from '../src/catalogue/tables.ts'
import { calibrationOf, type HeldFigure } from '../src/engine/readings/calibration.ts'
import { ALL_LOADS, fitServerPower, type MeasuredServer, readResults } from './server-power-fit.ts'

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Usage: npm run fit:power -- FILE...')
  process.exit(2)
}
const { newest } = new Releases(loadReleases())
const classes = newest.references.serverPower
if (classes === undefined) throw new Error('The newest release has no table server-power')
const results = readResults(
  files.map((name) => ({ name, text: readFileSync(name, 'utf8') })),
  (cpu) => classes.classOfName(cpu),
)
printFit(newest.tables.serverPower, fitServerPower(newest.tables.serverPower, results))
await printChecks(results.filter(({ byLoad }) => byLoad !== undefined))

function printFit(now: readonly ServerPowerRow[], fitted: readonly ServerPowerRow[]): void {
  console.log(`${results.length} results\n`)
  for (const [index, row] of now.entries()) {
    const fit = fitted[index] ?? row
    const ofClass = results.filter(({ powerClass }) => powerClass === row.name)
    const whole = ofClass.filter(({ byLoad }) => byLoad !== undefined)
    console.log(`${row.name}: ${ofClass.length} results, ${whole.length} of them with all loads`)
    const [before, after] = [numbersOf(row), numbersOf(fit)]
    for (const [column, from] of before) {
      const to = after.get(column) ?? from
      const moves = from.toFixed(3) === to.toFixed(3) ? '' : ` ${(100 * (to / from - 1)).toFixed(1)} %`
      console.log(`  ${column.padEnd(17)}${from.toFixed(3).padStart(8)}${to.toFixed(3).padStart(8)}${moves}`)
    }
  }
}

function numbersOf(row: ServerPowerRow): ReadonlyMap<string, number> {
  return new Map([
    ['full_w_per_tdp_w', row.fullPerTdp.value],
    ['idle_w_per_tdp_w', row.idlePerTdp.value],
    ...SHARES.map((column, index): [string, number] => [column, row.shape[index] ?? Number.NaN]),
  ])
}

async function printChecks(servers: readonly MeasuredServer[]): Promise<void> {
  const benchmarked = ofBenchmarked(newest)
  await printCheck('As benchmarked servers', servers, () => benchmarked)
  for (const name of new Set(servers.map(({ powerClass }) => powerClass))) {
    const ofClass = servers.filter(({ powerClass }) => powerClass === name)
    await printCheck(`As benchmarked servers, ${name}`, ofClass, () => benchmarked)
  }
  await printCheck('As servers in the field', servers, () => newest)
  const withoutMaker = new Map(
    servers.map(({ maker }) => {
      const others = results.filter((each) => each.maker !== maker)
      return [maker, benchmarked.with({ serverPower: fitServerPower(newest.tables.serverPower, others) })]
    }),
  )
  const without = (maker: string) => withoutMaker.get(maker) ?? benchmarked
  await printCheck('As benchmarked servers, fitted without their maker', servers, without)
}

/** By load, n, the median of our power divided by the measured one, and the share inside our likely range. */
async function printCheck(name: string, servers: readonly MeasuredServer[], releaseFor: (maker: string) => Release) {
  console.log(`\n${name}: ${servers.length} results. Load, ours / measured, inside our likely range`)
  for (const [index, load] of ALL_LOADS.entries()) {
    const held: HeldFigure[] = []
    for (const server of servers) {
      const { maker, byLoad } = server
      const ours = await ourFigure(releaseFor(maker), assetOf(server, load), { covers: 'USE', unit: 'W' })
      held.push({ maker, published: byLoad?.[index] ?? Number.NaN, ours })
    }
    const check = calibrationOf(held)
    if (check === undefined) return
    const { ratioMedian, inside } = check
    console.log(
      `  ${String(load).padStart(3)} %${ratioMedian.toFixed(2).padStart(7)}${(100 * inside).toFixed(0).padStart(6)} %`,
    )
  }
}

function assetOf({ cpu, processors, tdp, gb = 0 }: MeasuredServer, timeWorkload: number) {
  return {
    server: {
      configuration: {
        cpu: { units: processors, name: cpu, tdp },
        ram: [{ units: 1, capacity: gb }],
        disk: [{ ssd: { units: 1 } }],
      },
      usage: { timeWorkload },
    },
  }
}
