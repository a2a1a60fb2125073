import type { Assessable } from '../assessment/asset.ts'
import { Ssd, type StudyMethod } from '../components/ssd.ts'
import { Device } from '../devices/device.ts'
import { Fleet } from '../devices/fleet.ts'
import { Server } from '../devices/server.ts'
import { StorageService } from '../devices/storage-service.ts'
import { WholeDevice, type WholeDeviceBill } from '../devices/whole-device.ts'
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

/** Methods with the number of things whose making follows them. */
type Counts = Map<string, number>

/**
 * Warnings if the making of compared things follows different methods: of devices, those of makers, which differ by up
 * to two for the same product, the caller's own figure, or our model; of solid-state drives, those of makers or of
 * studies. Makers of devices, and callers, state climate change alone.
 */
export function warningsAboutMethods(sides: readonly Assessable[], criterion: Criterion): readonly Warning[] {
  const counted = sides.map((side) => {
    const counts = { devices: new Map<string, number>(), drives: new Map<string, number>() }
    countMethods(side, 1, criterion, counts)
    return counts
  })
  return [
    ...difference(
      '',
      counted.some(({ devices }) => devices.has(YOUR_OWN))
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
  const methods = [...new Set(sides.flatMap((counts) => [...counts.keys()]))]
  const mixes = new Set(sides.map((counts) => JSON.stringify([...counts].sort())))
  if (methods.length < 2 || mixes.size < 2) return []
  const named = listed(methods.toSorted((a, b) => Number(a === OUR_MODEL) - Number(b === OUR_MODEL)))
  const message = `Manufacturing${of} follows different methods: ${named}. Part of the difference comes from that. To compare by ${one}, ${advice}.`
  return [warning('METHODS_DIFFER', message)]
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
    const isWhole = side instanceof WholeDevice || side instanceof Server
    if (isWhole && criterion.startsWith('gwp')) count(counts.devices, methodOf(side), quantity * side.units.value)
    if (isWhole && side.bill.own !== undefined) return
    for (const component of side.components) countMethods(component, quantity, criterion, counts)
  } else if (side instanceof Ssd) {
    const { factors, given } = side.bill
    if (factors.perTerabyte[criterion] === undefined) return
    count(counts.drives, OF_DRIVES[given.method ?? 'BOTH'], quantity * side.units.value)
  } else if (side instanceof StorageService && side.kind === 'SSD') {
    if (side.bill.factors.perTerabyte[criterion] !== undefined) count(counts.drives, OF_DRIVES.BOTH, quantity)
  }
}

function methodOf({ bill }: WholeDevice<WholeDeviceBill> | Server): string {
  if (bill.own !== undefined) return YOUR_OWN
  const of = 'makers' in bill ? bill.makers?.making?.of : undefined
  return of === undefined ? OUR_MODEL : (of.method ?? of.maker)
}

function count(counts: Counts, method: string, quantity: number): void {
  if (quantity > 0) counts.set(method, (counts.get(method) ?? 0) + quantity)
}
