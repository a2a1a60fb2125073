import { type Assessor, CRITERIA, type Criterion } from '../library/index.ts'
import { withUsage } from '../library/with-usage.ts'
import type { assessOptionsOf } from './options.ts'
import type { MeasuredPower } from './rapl.ts'
import type { ThisMachine } from './read-machine.ts'

/** Base units of OpenMetrics, by ours: their name, how many of them are one of ours, and what they are of. */
const BASE_UNITS: Readonly<Record<string, readonly [name: string, factor: number, words: string]>> = {
  'kg CO2 eq.': ['grams', 1000, 'grams of CO2 eq.'],
  'kg Sb eq.': ['grams', 1000, 'grams of Sb eq.'],
  MJ: ['joules', 1e6, 'joules'],
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

type AskedOptions = Omit<ReturnType<typeof assessOptionsOf>, 'duration'>

/**
 * What this machine comes to in an hour, by part, in the text format that Prometheus and its textfile collector read.
 * Power that is measured counts instead of the model; a server's other parts are added to it as the model does.
 */
export async function machineMetrics(
  assessor: Assessor,
  { label, asset: modelled, warning }: ThisMachine,
  { criteria = ['gwp'], ...asked }: AskedOptions,
  measured: readonly MeasuredPower[],
): Promise<string> {
  const options = { ...asked, duration: 1 }
  const { usage } = await assessor.resolve(modelled, options)
  const sum = measured.reduce((total, { watts }) => total + watts, 0)
  // A terminal also has a screen, which the counters leave out. Its power stays modelled.
  const isMeasured = sum > 0 && modelled.server !== undefined
  const other = sum * (usage.otherConsumptionRatio?.value ?? 0)
  const asset = isMeasured ? withUsage(modelled, { avgPower: sum + other }) : modelled
  const shares = [
    ...measured.map(({ part, watts }) => ({ part, source: 'rapl', share: watts / (sum + other) })),
    { part: 'other', source: 'model', share: other / (sum + other) },
  ]
  const resolved = await assessor.resolve(asset, options)
  const { computedFor } = await assessor.assess(asset, { ...options, criteria: [] })
  const families: string[] = [
    family('impactql_machine_info', 'What the figures were computed for', undefined, [
      {
        labels: { machine: label, release: assessor.release, computed_for: computedFor, ...(warning && { warning }) },
        value: 1,
      },
    ]),
  ]
  let powerShares: readonly { readonly part: string; readonly source: string; readonly share: number }[] = shares
  for (const criterion of criteria) {
    const figure = await assessor.figure(asset, { ...options, criterion })
    if (figure === null) continue
    const { unit } = CRITERIA[criterion as Criterion]
    const [base, factor, words] = BASE_UNITS[unit] ?? [undefined, 1, unit]
    const parts = figure.contributions()
    const own = parts.filter(({ stage, component }) => stage === 'USE' && component !== 'FACILITY')
    const used = own.reduce((total, { value }) => total + value, 0)
    if (!isMeasured && used > 0)
      powerShares = own.map(({ component, value }) => ({
        part: partOf(component),
        source: 'model',
        share: value / used,
      }))
    const use = [
      ...powerShares.map(({ part, source, share }) => ({ labels: { part, source }, value: used * share * factor })),
      ...parts.flatMap(({ stage, component, value }) =>
        stage === 'USE' && component === 'FACILITY'
          ? [{ labels: { part: 'facility', source: 'model' }, value: value * factor }]
          : [],
      ),
    ]
    const making = parts.flatMap(({ stage, component, value }) =>
      stage === 'USE'
        ? []
        : [{ labels: { stage: stage.toLowerCase(), part: partOf(component) }, value: value * factor }],
    )
    const perHour = base === undefined ? undefined : `${base}_per_hour`
    const nameOf = (what: string) => ['impactql', what, criterion, perHour ?? 'per_hour'].join('_')
    families.push(
      family(
        nameOf('embedded'),
        `Embodied impact by stage of the life cycle, and that of the data centre building (stage "building"), in ${words} per hour`,
        perHour,
        making,
      ),
      family(nameOf('use'), `Impact of the electricity that is used, in ${words} per hour`, perHour, use),
    )
  }
  const watts = resolved.usage.meanPower?.value
  if (watts !== undefined)
    families.push(
      family(
        'impactql_power_watts',
        'Mean power, measured (rapl) or modelled',
        'watts',
        powerShares.map(({ part, source, share }) => ({ labels: { part, source }, value: watts * share })),
      ),
    )
  return `${families.join('')}# EOF\n`
}

/** A family of gauges: https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md */
function family(name: string, help: string, unit: string | undefined, samples: readonly Sample[]): string {
  const head = [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
  ]
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`)
    return `${name}{${pairs.join(',')}} ${value}`
  })
  return `${[...head, ...lines].join('\n')}\n`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

/** `cpu-1` of CPU-1, `device` of DEVICE. */
function partOf(component: string): string {
  return component.toLowerCase()
}
