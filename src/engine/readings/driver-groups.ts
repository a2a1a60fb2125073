import { leafLabel, making } from './leaf-label.ts'
import { propertyOf } from './property-words.ts'

/** Inputs that are one thing to find out, and what the caller could give instead. */
export interface LeafGroup {
  /** `electricity.FRA`, or the id of the only leaf. */
  readonly id: string
  /** For people. */
  readonly label: string
  /** What would replace it, for people; undefined where nothing that a caller knows does. */
  readonly advice: string | undefined
  /** The fields of the input that would: `usage.usageLocation`; none where there is no advice. */
  readonly inputs: readonly string[]
}

type Advice = Pick<LeafGroup, 'advice' | 'inputs'>

interface Rule {
  readonly leaves: RegExp
  /** By the parts that the pattern captures: id, label (that of the leaf where undefined), advice. */
  readonly group: (
    ...captured: string[]
  ) => readonly [id: string | undefined, label?: string | undefined, advice?: Advice]
}

const NONE: Advice = { advice: undefined, inputs: [] }

const MEASURED_POWER: Advice = { advice: 'Give the power that was measured.', inputs: ['usage.avgPower'] }

/** Constants that something the caller gives stands in for, by the property that it is. */
const INSTEAD_OF_CONSTANTS: Readonly<Record<string, string>> = {
  pue_default: 'pue',
  wue_default: 'wue',
  gpu_load_default: 'time_workload',
  gpu_idle: 'avg_power',
  gpu_full: 'avg_power',
  gpu_full_utilisation: 'avg_power',
  ssd_power: 'avg_power',
  hdd_power: 'avg_power',
  drive_life: 'hours_life_time',
}

const RULES: readonly Rule[] = [
  {
    leaves: /^electricity\.unknown\./,
    group: () => [
      'electricity.unknown',
      'Electricity of an unknown location',
      { advice: 'Give the place where it is used.', inputs: ['usage.usageLocation', 'usage.region'] },
    ],
  },
  {
    leaves: /^electricity\.([^.]+)\./,
    group: (location) => [
      `electricity.${location}`,
      `Electricity of ${location}`,
      { advice: 'Give the factors of the very place and time.', inputs: ['usage.elecFactors'] },
    ],
  },
  {
    leaves: /^component-factors\.([a-z_]+)\./,
    group: (kind) => [`component-factors.${kind}`, `Impact of ${making(kind)}`],
  },
  { leaves: /^gpu-factors\./, group: () => ['gpu-factors', 'Impact of making graphics cards'] },
  {
    leaves: /^functional-block-factors\./,
    group: () => ['functional-block-factors', 'Impact of making functional blocks'],
  },
  {
    leaves: /^device-factors\.(.+)\.[^.]+$/,
    group: (device) => [`device-factors.${device}`, `Impact of ${making(device)}`],
  },
  { leaves: /^power-model\./, group: () => [undefined, undefined, MEASURED_POWER] },
  {
    leaves: /^cpus\.(?:average|line|proportion)\.die_size\./,
    group: () => ['cpus.die_size', 'Die size of the CPU', propertyOf('cpu_die_size')],
  },
  {
    leaves: /^cpus\..+\.die_size$/,
    group: () => [undefined, undefined, { advice: 'Give the die size of the CPU.', inputs: ['cpu.dieSize'] }],
  },
  { leaves: /^gpus\..+\.idle_power$/, group: () => [undefined, undefined, MEASURED_POWER] },
  {
    leaves: /^(cpu|gpu)s\..+\.([a-z_]+)$/,
    group: (part, column) => [undefined, undefined, propertyOf(`${part}_${column}`)],
  },
  {
    leaves: /^(ram|ssd)-densities\./,
    group: (kind) => [`${kind}-densities`, undefined, propertyOf(`${kind}_density`)],
  },
  {
    leaves: /^component-archetypes\.([a-z_]+)\..+?\.(usage_)?([a-z_]+)$/,
    group: (part, ofUse, column) => [undefined, undefined, propertyOf(ofUse ? column : `${part}_${column}`)],
  },
  {
    leaves: /^(?:server|terminal|iot)-archetypes\..+\.([a-z_]+)$/,
    group: (column) => [undefined, undefined, propertyOf(column === 'case_type' ? 'case_case_type' : column)],
  },
  {
    leaves: /^defaults\.(?:([a-z_]+)\.)?([a-z_]+)$/,
    group: (part, name) => [undefined, undefined, propertyOf(part ? `${part}_${name}` : name)],
  },
  { leaves: /^facility\..+\.(pue|wue)$/, group: (name) => [undefined, undefined, propertyOf(name)] },
  {
    leaves: /^constants\.storage_copies$/,
    group: () => [
      undefined,
      undefined,
      { advice: 'Give the number of copies that are kept.', inputs: ['storage.copies'] },
    ],
  },
  {
    leaves: /^constants\.(.+)$/,
    group: (id) => [undefined, undefined, INSTEAD_OF_CONSTANTS[id] ? propertyOf(INSTEAD_OF_CONSTANTS[id]) : NONE],
  },
]

/** The group that a leaf is in, by its id; each leaf is in one. */
export function groupOf(leaf: string): LeafGroup {
  for (const { leaves, group } of RULES) {
    const met = leaves.exec(leaf)
    if (met === null) continue
    const [id = leaf, label = leafLabel(leaf), { advice, inputs } = NONE] = group(...met.slice(1))
    return { id, label, advice, inputs }
  }
  return { id: leaf, label: leafLabel(leaf), ...NONE }
}
