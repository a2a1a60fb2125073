/** Inputs that are one thing to find out, and what the caller could give instead. */
export interface LeafGroup {
  /** `electricity.FRA`, or the id of the only leaf. */
  readonly id: string
  /** For people. */
  readonly label: string
  /** What would replace it; undefined where nothing that a caller knows does. */
  readonly advice: string | undefined
}

interface Rule {
  readonly leaves: RegExp
  /** By the parts that the pattern captures: id, label, advice. */
  readonly group: (...captured: string[]) => readonly [id: string, label: string, advice?: string]
}

const RULES: readonly Rule[] = [
  {
    leaves: /^electricity\.unknown\./,
    group: () => [
      'electricity.unknown',
      'Electricity of an unknown location',
      'Say where it is used: usageLocation, or the region of the cloud provider.',
    ],
  },
  {
    leaves: /^electricity\.([^.]+)\./,
    group: (location) => [
      `electricity.${location}`,
      `Electricity of ${location}`,
      'Give the factors of the very place and time: elecFactors.',
    ],
  },
  {
    leaves: /^component-factors\.([a-z_]+)\./,
    group: (kind) => [`component-factors.${kind}`, `Factors of making: ${words(kind)}`],
  },
  { leaves: /^gpu-factors\./, group: () => ['gpu-factors', 'Factors of making: graphics cards'] },
  {
    leaves: /^functional-block-factors\./,
    group: () => ['functional-block-factors', 'Factors of making: functional blocks'],
  },
  {
    leaves: /^device-factors\.(.+)\.[^.]+$/,
    group: (device) => [`device-factors.${device}`, `Factors of making: ${words(device)}`],
  },
  {
    leaves: /^power-model\.(.+)$/,
    group: (name) => [
      `power-model.${name}`,
      name === 'archetype' ? 'Model of the power of a typical CPU' : `Model of the power of ${name}`,
      'Give the power that was measured: avgPower.',
    ],
  },
  {
    leaves: /^cpus\.(?:average|line|proportion)\.die_size\./,
    group: () => ['cpus.die_size', 'Die size of the CPU', 'Give the name of the CPU, or its die size.'],
  },
  {
    leaves: /^cpus\.(.+)\.([a-z_]+)$/,
    group: (name, column) => [`cpus.${name}.${column}`, `${capital(words(column))} of ${name}`, give(column)],
  },
  {
    leaves: /^(ram|ssd)-densities\./,
    group: (kind) => [
      `${kind}-densities`,
      `Density of ${kind.toUpperCase()} dies`,
      kind === 'ram'
        ? 'Give the manufacturer and the process, or the density.'
        : 'Give the manufacturer and the layers.',
    ],
  },
  {
    leaves: /^((?:server|component|terminal|iot)-archetypes)\.(.+)\.([a-z_]+)$/,
    group: (table, archetype, column) => [
      `${table}.${archetype}.${column}`,
      `${capital(words(column))} of the archetype ${archetype}`,
      give(column),
    ],
  },
  {
    leaves: /^defaults\.(.+)$/,
    group: (name) => [`defaults.${name}`, `${capital(words(name))}, as it is by default`, give(name)],
  },
  {
    leaves: /^facility\.(.+)\.(pue|wue)$/,
    group: (place, name) => [
      `facility.${place}.${name}`,
      `${name.toUpperCase()} of ${place}`,
      `Give facility.${name}.`,
    ],
  },
]

/** The group that a leaf is in, by its id; each leaf is in one. */
export function groupOf(leaf: string): LeafGroup {
  for (const { leaves, group } of RULES) {
    const met = leaves.exec(leaf)
    if (met === null) continue
    const [id, label, advice] = group(...met.slice(1))
    return { id, label, advice }
  }
  return { id: leaf, label: leafLabel(leaf), advice: undefined }
}

/** A leaf for people: `Ram capacity (server-archetypes, dellR740)`. */
export function leafLabel(leaf: string): string {
  const [table = leaf, ...rest] = leaf.split('.')
  const last = rest.pop()
  if (last === undefined) return leaf
  return rest.length === 0
    ? `${capital(words(last))} (${table})`
    : `${capital(words(last))} (${table}, ${rest.join('.')})`
}

const ADVICE: Readonly<Record<string, string>> = {
  time_workload: 'Give the load: timeWorkload, or workloadLevels.',
  other_consumption_ratio: 'Give the power of the whole machine: avgPower.',
  hours_life_time: 'Give the life: hoursLifeTime.',
  use_time_ratio: 'Give the share of the time in use: useTimeRatio.',
  avg_power: 'Give the power that was measured: avgPower.',
}

function give(column: string): string {
  const name = column.slice(column.lastIndexOf('.') + 1)
  return ADVICE[name] ?? `Give it: ${words(column)}.`
}

function words(name: string): string {
  return name.replaceAll(/[_.]/g, ' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
