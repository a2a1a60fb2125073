import { exact, ONE } from '../figures/range.ts'
import type { Component, ComponentKind } from '../parts/component.ts'
import { Cpu } from '../parts/cpu.ts'
import { Hdd, type HddBill } from '../parts/hdd.ts'
import { Ram } from '../parts/ram.ts'
import { Ssd, type SsdBill } from '../parts/ssd.ts'
import type { Part } from './device.ts'
import type { Server } from './server.ts'

/** The size of an instance: threads, GB of memory and of storage, GPUs. */
export interface InstanceSize {
  readonly vcpu: number
  readonly memory: number
  readonly ssdStorage: number
  readonly hddStorage: number
  readonly gpuUnits: number
}

/** Drives as an instance has them whose host lists none; their capacity is that of the instance. */
export interface OwnDrives {
  readonly ssd: SsdBill
  readonly hdd: HddBill
}

/** What an instance has of its host, and what is odd about it. */
export interface CloudShares {
  readonly parts: readonly Part[]
  readonly warnings: readonly string[]
}

/**
 * The instance's share of each component of its host: memory by GB, GPUs by number, drives by GB of their kind, all else
 * by threads. A kind of drive that the instance has and the host lists none of counts as one drive of that size.
 */
export function cloudShares(size: InstanceSize, platform: Server, drives: OwnDrives): CloudShares {
  const { components } = platform
  const threads = total(components, (each) => (each instanceof Cpu ? (each.threads?.value ?? 0) * each.units.value : 0))
  const memory = total(components, (each) => (each instanceof Ram ? each.capacity.value * each.units.value : 0))
  const solidState = total(components, (each) => (each instanceof Ssd ? each.capacity.value * each.units.value : 0))
  const hardDisk = total(components, (each) =>
    each instanceof Hdd ? (each.capacity?.value ?? 0) * each.units.value : 0,
  )
  const gpus = total(components, (each) => (each.kind === 'GPU' ? each.units.value : 0))

  const warnings: string[] = []
  const shareOf = (what: string, wanted: number, there: number): number => {
    if (wanted === 0) return 0
    const host = `its host ${platform.archetype} lists ${there}`
    if (there === 0) {
      warnings.push(`The instance has ${wanted} ${what}, ${host}: left out`)
      return 0
    }
    if (wanted > there) warnings.push(`The instance has ${wanted} ${what}, ${host}: its share is above 1`)
    return wanted / there
  }
  const shares = new Map<ComponentKind, number>([
    ['RAM', shareOf('GB of memory', size.memory, memory)],
    ['GPU', shareOf('GPU', size.gpuUnits, gpus)],
    ['SSD', solidState > 0 ? shareOf('GB of SSD', size.ssdStorage, solidState) : 0],
    ['HDD', hardDisk > 0 ? shareOf('GB of HDD', size.hddStorage, hardDisk) : 0],
  ])
  const byThreads = shareOf('vCPU', size.vcpu, threads)
  const rented = platform.parts.flatMap((part): readonly Part[] => {
    const share = shares.get(part.bill.kind) ?? byThreads
    return share > 0 ? [{ ...part, share }] : []
  })
  const own = [
    ...(size.ssdStorage > 0 && solidState === 0 ? [ownDrive(drives.ssd, size.ssdStorage)] : []),
    ...(size.hddStorage > 0 && hardDisk === 0 ? [ownDrive(drives.hdd, size.hddStorage)] : []),
  ]
  const afterDrives = rented.findIndex(({ bill }) => bill.kind === 'POWER_SUPPLY')
  return { parts: rented.toSpliced(afterDrives, 0, ...own), warnings }
}

function ownDrive(bill: SsdBill | HddBill, gigabytes: number): Part {
  const typical = { ...bill.archetype, units: ONE, capacity: exact(gigabytes) }
  return { bill: { ...bill, archetype: typical } as SsdBill | HddBill, label: `${bill.kind}-1` }
}

function total(components: readonly Component[], amount: (component: Component) => number): number {
  return components.reduce((sum, component) => sum + amount(component), 0)
}
