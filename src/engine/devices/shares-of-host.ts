import type { Component, ComponentKind } from '../components/component.ts'
import { Cpu } from '../components/cpu.ts'
import type { HddBill } from '../components/hdd.ts'
import { Hdd } from '../components/hdd.ts'
import { Ram } from '../components/ram.ts'
import type { SsdBill } from '../components/ssd.ts'
import { Ssd } from '../components/ssd.ts'
import { ofAllUnits, shareOfHost } from '../formulas/share-of-host.ts'
import type { NumberAttribute } from '../values/attribute.ts'
import { Cell } from '../values/cell.ts'
import { sum } from '../values/formula.ts'
import type { Leaf } from '../values/leaf.ts'
import { type Estimate, exact } from '../values/range.ts'
import { type Warning, type WarningCode, warning } from '../values/warning.ts'
import type { Device, LabelledBill } from './device.ts'

/** The size of an instance: threads, GB of memory and of storage, GPUs. */
export interface InstanceSize<Value = number> {
  readonly vcpu: Value
  readonly memory: Value
  readonly ssdStorage: Value
  readonly hddStorage: Value
  readonly gpuUnits: Value
}

/** A size whose amounts may be left out: they are in proportion to the threads. */
export type PartialSize<Value = number> = Pick<InstanceSize<Value>, 'vcpu'> & {
  readonly [Amount in keyof InstanceSize]?: Value | undefined
}

/** The machine that is shared. */
type Host = Pick<Device, 'components' | 'componentBills'> & { readonly archetype: string }

/** Drives of an instance whose host lists none; their capacity is the instance's. */
export interface OwnDrives {
  readonly ssd: SsdBill
  readonly hdd: HddBill
}

/** An instance's shares of its host, and warnings about them. */
export interface SharesOfHost {
  readonly componentBills: readonly LabelledBill[]
  /** The share by threads; undefined if the host lists none. */
  readonly byThreads: Estimate | undefined
  readonly warnings: readonly Warning[]
}

/**
 * The instance's share of each component of its host: memory by GB, GPUs by number, drives by GB of their kind,
 * everything else by threads. If the host lists no drive of a kind that the instance has, it counts as one of the
 * `drives` of that size; without `drives` it is left out. `assumed` are the threads of a host that lists none.
 */
export function sharesOfHost(
  size: PartialSize<NumberAttribute>,
  platform: Host,
  drives?: OwnDrives,
  assumed?: Estimate,
): SharesOfHost {
  const { components } = platform
  const threads = assumed ?? total(components, (each) => (each instanceof Cpu ? each.threads : undefined))
  const memory = total(components, (each) => (each instanceof Ram ? each.capacity : undefined))
  const solidState = total(components, (each) => (each instanceof Ssd ? each.capacity : undefined))
  const hardDisk = total(components, (each) => (each instanceof Hdd ? each.capacity : undefined))
  const cards = components.filter(({ kind }) => kind === 'GPU')
  const gpus = sum(
    cards.map(({ units }) => units),
    () => cards.map(({ symbol }) => symbol),
  )

  const warnings: Warning[] = []
  const shareOf = (what: string, wanted: NumberAttribute, there: Estimate): Estimate | undefined => {
    if (wanted.value === 0) return undefined
    const odd = (code: WarningCode, then: string) => {
      const host = `but its host ${platform.archetype} lists ${there.value}`
      warnings.push(warning(code, `The instance has ${wanted.value} ${what}, ${host}. ${then}`))
    }
    if (there.value === 0) {
      odd('NOT_ON_HOST', 'This result leaves them out.')
      return undefined
    }
    if (wanted.value > there.value) odd('SHARE_ABOVE_ONE', 'Its share is above 1.')
    return shareOfHost.of(wanted, there)
  }
  const shares = new Map<ComponentKind, Estimate | undefined>()
  const share = (kind: ComponentKind, what: string, wanted: NumberAttribute | undefined, there: Estimate) => {
    if (wanted !== undefined) shares.set(kind, shareOf(what, wanted, there))
  }
  const hasOwn = (storage: NumberAttribute | undefined, there: Estimate) =>
    drives !== undefined && storage !== undefined && storage.value > 0 && there.value === 0
  const [ownSsd, ownHdd] = [hasOwn(size.ssdStorage, solidState), hasOwn(size.hddStorage, hardDisk)]
  share('RAM', 'GB of memory', size.memory, memory)
  share('GPU', 'GPU', size.gpuUnits, gpus)
  if (!ownSsd) share('SSD', 'GB of SSD', size.ssdStorage, solidState)
  if (!ownHdd) share('HDD', 'GB of HDD', size.hddStorage, hardDisk)
  const byThreads = shareOf('vCPU', size.vcpu, threads)
  const rented = platform.componentBills.flatMap((part): readonly LabelledBill[] => {
    const { kind } = part.bill
    const share = shares.has(kind) ? shares.get(kind) : byThreads
    return share === undefined ? [] : [{ ...part, share }]
  })
  const own = [
    ...(ownSsd && drives && size.ssdStorage ? [ownDrive(drives.ssd, size.ssdStorage)] : []),
    ...(ownHdd && drives && size.hddStorage ? [ownDrive(drives.hdd, size.hddStorage)] : []),
  ]
  const afterDrives = rented.findIndex(({ bill }) => bill.kind === 'POWER_SUPPLY')
  return { componentBills: rented.toSpliced(afterDrives, 0, ...own), byThreads, warnings }
}

function ownDrive(bill: SsdBill | HddBill, storage: NumberAttribute): LabelledBill {
  const capacity = new Cell(storage.leaf as Leaf, storage, storage.source)
  const typical = { ...bill.archetype, units: ONE_DRIVE, capacity }
  return { bill: { ...bill, archetype: typical } as SsdBill | HddBill, label: `${bill.kind}-1` }
}

const ONE_DRIVE = new Cell(
  { table: 'defaults', row: 'drive', column: 'units' },
  exact(1),
  'One drive of that size, because the host lists none',
)

/** The total amount over all units of the components that have one. */
function total(components: readonly Component[], amountOf: (component: Component) => Estimate | undefined): Estimate {
  const having = components.flatMap((component) => {
    const amount = amountOf(component)
    return amount === undefined ? [] : [{ component, amount }]
  })
  return sum(
    having.map(({ component, amount }) => ofAllUnits.of(amount, component.units)),
    () => having.map(({ component }) => component.symbol),
  )
}
