import { type Assessor, type AssetInput, CRITERIA, type Criterion } from '../library/index.ts'
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

/** A part's share of the power of a machine. */
interface PowerShare {
  readonly part: string
  readonly source: 'rapl' | 'model'
  readonly share: number
}

/** What is neither a measured nor a modelled part: the rest of a server, and what its supply loses. */
const OTHER = 'other'

/**
 * What this machine comes to in an hour, by part, in the text format that Prometheus and its textfile collector read.
 * Power of processors and memory that is measured counts instead of the model, which adds the rest of a server.
 */
export async function machineMetrics(
  assessor: Assessor,
  { label, asset: modelled, warning }: ThisMachine,
  { criteria = ['gwp'], ...asked }: AskedOptions,
  measured: readonly MeasuredPower[],
): Promise<string> {
  const options = { ...asked, duration: 1 }
  // A terminal also has a screen, which the counters leave out. Its power stays modelled.
  const isMeasured = measured.some(({ watts }) => watts > 0) && modelled.server !== undefined
  const asset = isMeasured ? withMeasured(modelled, measured) : modelled
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
  const { avgPower, meanPower } = resolved.usage
  const counted = isMeasured && avgPower !== undefined ? { measured, power: avgPower.value } : undefined
  let powerShares = sharesOf([], counted)
  for (const criterion of criteria) {
    const figure = await assessor.figure(asset, { ...options, criterion })
    if (figure === null) continue
    const { unit } = CRITERIA[criterion as Criterion]
    const [base, factor, words] = BASE_UNITS[unit] ?? [undefined, 1, unit]
    const parts = figure.contributions()
    const own = parts.filter(({ stage, component }) => stage === 'USE' && component !== 'FACILITY')
    const used = own.reduce((total, { value }) => total + value, 0)
    if (used > 0) {
      const parts = own.map(({ component, value }) => ({ part: partOf(component), share: value / used }))
      powerShares = sharesOf(parts, counted)
    }
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
  const watts = meanPower?.value
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

/** The machine with its measured power of processors and memory, which counts instead of a profile of earlier. */
function withMeasured(asset: AssetInput, measured: readonly MeasuredPower[]): AssetInput {
  const { configuration, usage: { powerProfile: _, ...usage } = {} } = asset.server ?? {}
  const [packages, memory] = [measured.filter((each) => !isOfMemory(each)), measured.filter(isOfMemory)]
  const ram = configuration?.ram ?? []
  const gigabytes = ram.map(({ units = 1, capacity = 0 }) => units * capacity)
  const all = gigabytes.reduce((sum, each) => sum + each, 0)
  const inUse = {
    ...configuration,
    cpu: { ...configuration?.cpu, usage: { avgPower: wattsOf(packages) } },
    ...(memory.length > 0 && {
      ram: ram.map((each, at) => ({
        ...each,
        usage: { avgPower: (wattsOf(memory) * (gigabytes[at] as number)) / (all || 1) },
      })),
    }),
  }
  return { ...asset, server: { ...asset.server, configuration: inUse, usage } } as AssetInput
}

/**
 * Shares of the power of a machine: measured parts as they were measured, and others as modelled. `modelled` has a
 * share for each part.
 */
function sharesOf(
  modelled: readonly Omit<PowerShare, 'source'>[],
  counted: { readonly measured: readonly MeasuredPower[]; readonly power: number } | undefined,
): readonly PowerShare[] {
  if (counted === undefined) return modelled.map((each) => ({ ...each, source: 'model' }))
  const { measured, power } = counted
  const isMeasured = (part: string) => /^cpu-/.test(part) || (/^ram-/.test(part) && measured.some(isOfMemory))
  const known: readonly PowerShare[] = [
    ...measured.map(({ part, watts }) => ({ part, source: 'rapl' as const, share: watts / power })),
    ...modelled.flatMap((each) =>
      isMeasured(each.part) || each.part === OTHER ? [] : [{ ...each, source: 'model' as const }],
    ),
  ]
  return [...known, { part: OTHER, source: 'model', share: 1 - known.reduce((sum, { share }) => sum + share, 0) }]
}

function isOfMemory({ part }: MeasuredPower): boolean {
  return part.endsWith('/dram')
}

function wattsOf(measured: readonly MeasuredPower[]): number {
  return measured.reduce((sum, { watts }) => sum + watts, 0)
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
