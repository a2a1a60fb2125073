import type { NumberAttribute } from '../figures/attribute.ts'
import { Cell } from '../figures/cell.ts'
import { sum } from '../figures/formula.ts'
import { type Estimate, exact } from '../figures/range.ts'
import { type Warning, type WarningCode, warning } from '../figures/warning.ts'
import { ofAllUnits, shareOfHost } from '../formulas/share-of-host.ts'
import type { Component, ComponentKind } from '../parts/component.ts'
import { Cpu } from '../parts/cpu.ts'
import type { HddBill } from '../parts/hdd.ts'
import { Hdd } from '../parts/hdd.ts'
import { Ram } from '../parts/ram.ts'
import type { SsdBill } from '../parts/ssd.ts'
import { Ssd } from '../parts/ssd.ts'
import type { Part } from './device.ts'
import type { Server } from './server.ts'

/** The size of an instance: threads, GB of memory and of storage, GPUs. */
export interface InstanceSize<Value = number> {
  readonly vcpu: Value
  readonly memory: Value
  readonly ssdStorage: Value
  readonly hddStorage: Value
  readonly gpuUnits: Value
}

/** Drives as an instance has them whose host lists none; their capacity is that of the instance. */
export interface OwnDrives {
  readonly ssd: SsdBill
  readonly hdd: HddBill
}

/** What an instance has of its host, and what is odd about it. */
export interface SharesOfHost {
  readonly parts: readonly Part[]
  /** The share by threads, undefined where the host lists none. */
  readonly byThreads: Estimate | undefined
  readonly warnings: readonly Warning[]
}

/**
 * The instance's share of each component of its host: memory by GB, GPUs by number, drives by GB of their kind, all else
 * by threads. A kind of drive that the instance has and the host lists none of counts as one drive of that size.
 */
export function sharesOfHost(size: InstanceSize<NumberAttribute>, platform: Server, drives: OwnDrives): SharesOfHost {
  const { components } = platform
  const threads = total(components, (each) => (each instanceof Cpu ? each.threads : undefined))
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
      const host = `its host ${platform.archetype} lists ${there.value}`
      warnings.push(warning(code, `The instance has ${wanted.value} ${what}, ${host}: ${then}`))
    }
    if (there.value === 0) {
      odd('NOT_ON_HOST', 'left out')
      return undefined
    }
    if (wanted.value > there.value) odd('SHARE_ABOVE_ONE', 'its share is above 1')
    return shareOfHost.of(wanted, there)
  }
  const shares = new Map<ComponentKind, Estimate | undefined>([
    ['RAM', shareOf('GB of memory', size.memory, memory)],
    ['GPU', shareOf('GPU', size.gpuUnits, gpus)],
    ['SSD', solidState.value > 0 ? shareOf('GB of SSD', size.ssdStorage, solidState) : undefined],
    ['HDD', hardDisk.value > 0 ? shareOf('GB of HDD', size.hddStorage, hardDisk) : undefined],
  ])
  const byThreads = shareOf('vCPU', size.vcpu, threads)
  const rented = platform.parts.flatMap((part): readonly Part[] => {
    const { kind } = part.bill
    const share = shares.has(kind) ? shares.get(kind) : byThreads
    return share === undefined ? [] : [{ ...part, share }]
  })
  const own = [
    ...(size.ssdStorage.value > 0 && solidState.value === 0 ? [ownDrive(drives.ssd, size.ssdStorage)] : []),
    ...(size.hddStorage.value > 0 && hardDisk.value === 0 ? [ownDrive(drives.hdd, size.hddStorage)] : []),
  ]
  const afterDrives = rented.findIndex(({ bill }) => bill.kind === 'POWER_SUPPLY')
  return { parts: rented.toSpliced(afterDrives, 0, ...own), byThreads, warnings }
}

function ownDrive(bill: SsdBill | HddBill, storage: NumberAttribute): Part {
  const capacity = new Cell(storage.leaf?.id ?? '', storage, storage.source)
  const typical = { ...bill.archetype, units: ONE_DRIVE, capacity }
  return { bill: { ...bill, archetype: typical } as SsdBill | HddBill, label: `${bill.kind}-1` }
}

const ONE_DRIVE = new Cell('defaults.drive.units', exact(1), 'One drive of that size: the host lists none')

/** What the components that have it have in all their units. */
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
