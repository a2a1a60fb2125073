import type { Assessable } from '../assessment/asset.ts'
import { Ssd, type StudyMethod } from '../components/ssd.ts'
import { Device } from '../devices/device.ts'
import { Equipment } from '../devices/equipment.ts'
import { Fleet } from '../devices/fleet.ts'
import { StorageService } from '../devices/storage-service.ts'
import { Terminal } from '../devices/terminal.ts'
import { WholeDevice } from '../devices/whole-device.ts'
import type { Criterion } from '../values/criteria.ts'
import { listed } from '../values/listed.ts'
import { type Warning, warning } from '../values/warning.ts'

const OUR_MODEL = 'our model'
const YOUR_OWN = 'your own figure'

/** Whose figures of whole solid-state drives apply. */
const OF_DRIVES: Readonly<Record<StudyMethod | 'BOTH', string>> = {
  MAKER: 'that of makers of drives',
  STUDY: 'that of independent studies',
  BOTH: 'one between both',
}

/** How much is made by each method, by the kind of thing: devices, or TB of drives. */
type Counts = Map<string, { readonly method: string; readonly amount: number }>

/**
 * Warnings if the making of compared things follows different methods: of devices, those of makers, which differ by up
 * to two for the same product, the caller's own figure, or our model; of solid-state drives, those of makers or of
 * studies. Makers of devices, and callers, state climate change alone.
 */
export function warningsAboutMethods(sides: readonly Assessable[], criterion: Criterion): readonly Warning[] {
  const counted = sides.map((side) => {
    const counts = { devices: new Map() as Counts, drives: new Map() as Counts }
    countMethods(side, 1, criterion, counts)
    return counts
  })
  return [
    ...difference(
      '',
      counted.some(({ devices }) => methodsOf(devices).includes(YOUR_OWN))
        ? 'leave out own, and give figures: MODEL'
        : 'give figures: MODEL',
      'our model alone',
      counted.map(({ devices }) => devices),
    ),
    ...difference(
      ' of solid-state drives',
      'give each the same method',
      'one method',
      counted.map(({ drives }) => drives),
    ),
  ]
}

function difference(of: string, advice: string, one: string, sides: readonly Counts[]): readonly Warning[] {
  const methods = [...new Set(sides.flatMap(methodsOf))]
  const mixes = new Set(sides.map(mixOf))
  if (methods.length < 2 || mixes.size < 2) return []
  const named = listed(methods.toSorted((a, b) => Number(a === OUR_MODEL) - Number(b === OUR_MODEL)))
  const message = `Manufacturing${of} follows different methods: ${named}. Part of the difference comes from that. To compare by ${one}, ${advice}.`
  return [warning('METHODS_DIFFER', message)]
}

function methodsOf(counts: Counts): readonly string[] {
  return Array.from(counts.values(), ({ method }) => method)
}

/** Shares of the whole, so that twice as much of the same has the same mix. */
function mixOf(counts: Counts): string {
  const total = [...counts.values()].reduce((sum, { amount }) => sum + amount, 0)
  return JSON.stringify(Array.from(counts, ([of, { amount }]) => [of, (amount / total).toPrecision(9)]).sort())
}

function countMethods(
  side: Assessable,
  quantity: number,
  criterion: Criterion,
  counts: { readonly devices: Counts; readonly drives: Counts },
): void {
  if (side instanceof Fleet) {
    for (const { asset, quantity: each } of side.members) countMethods(asset, quantity * each, criterion, counts)
  } else if (side instanceof Device) {
    if (criterion.startsWith('gwp')) count(counts.devices, kindOf(side), methodOf(side), quantity * side.units.value)
    if (side.ownMaking !== undefined) return
    for (const component of side.components) countMethods(component, quantity, criterion, counts)
  } else if (side instanceof Ssd) {
    const { factors, given } = side.bill
    if (factors.perTerabyte[criterion] === undefined) return
    const gigabytes = side.units.value * (side.capacity?.value ?? 1)
    count(counts.drives, 'SSD', OF_DRIVES[given.method ?? 'BOTH'], quantity * gigabytes)
  } else if (side instanceof StorageService && side.kind === 'SSD') {
    if (side.bill.factors.perTerabyte[criterion] === undefined) return
    count(counts.drives, 'SSD', OF_DRIVES.BOTH, quantity * side.gigabytes.value)
  }
}

function kindOf(side: Device): string {
  return side instanceof Terminal || side instanceof Equipment ? side.kind : 'OTHER'
}

function methodOf(side: Device): string {
  if (side.ownMaking !== undefined) return YOUR_OWN
  const of = side instanceof WholeDevice ? side.bill.makers?.making?.of : undefined
  return of === undefined ? OUR_MODEL : (of.method ?? of.maker)
}

function count(counts: Counts, kind: string, method: string, amount: number): void {
  const key = `${kind}, ${method}`
  if (amount > 0) counts.set(key, { method, amount: (counts.get(key)?.amount ?? 0) + amount })
}
