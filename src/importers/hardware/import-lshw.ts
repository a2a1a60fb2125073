import { checkAsset } from '../check-asset.ts'
import type { ImportedFile, ImportedRow } from '../imported.ts'
import { listAt, textAt } from '../json-at.ts'
import { cpuOf, drivesOf, gpuOf, memoryOf } from './lshw-parts.ts'
import { terminalOfChassis } from './terminal-of-chassis.ts'

/** Whether a document is what `lshw -json` prints: one machine, or a list with one. */
export function isLshw(document: unknown): boolean {
  return machinesOf(document).length > 0
}

/**
 * Reads `lshw -json`: a laptop or a desktop as such, by its chassis; everything else as a server with its processors,
 * memory, drives and graphics cards. What was found of them is in the columns either way.
 */
export function importLshw(document: unknown): ImportedFile {
  const isList = Array.isArray(document)
  return {
    format: 'lshw',
    rows: machinesOf(document).map((machine, index) => ({ path: isList ? `[${index}]` : '', ...readMachine(machine) })),
  }
}

function machinesOf(document: unknown): readonly unknown[] {
  const machines = Array.isArray(document) ? document : [document]
  return machines.filter((each) => textAt(each, 'class') === 'system' && listAt(each, 'children').length > 0)
}

function readMachine(machine: unknown): ImportedRow {
  const [cpu, ram, disk, gpu] = [cpuOf(machine), memoryOf(machine), drivesOf(machine), gpuOf(machine)]
  const chassis = textAt(machine, 'configuration', 'chassis')?.toLowerCase() ?? ''
  const terminal = terminalOfChassis(chassis)
  const configuration = {
    ...(cpu && { cpu }),
    ...(gpu && { gpu }),
    ...(ram.length > 0 && { ram }),
    ...(disk.length > 0 && { disk }),
  }
  const checked = checkAsset(terminal ? { terminal: { kind: terminal } } : { server: { configuration } })
  const label = textAt(machine, 'id') ?? ''
  const columns = {
    product: textAt(machine, 'product') ?? '',
    chassis,
    cpu_name: cpu?.name ?? '',
    cpu_units: String(cpu?.units ?? ''),
    ram: ram.map(({ units, capacity }) => `${units} x ${capacity} GB`).join(', '),
    ssd: listed(disk.flatMap(({ ssd }) => ssd ?? [])),
    hdd: listed(disk.flatMap(({ hdd }) => hdd ?? [])),
    gpu_name: gpu?.name ?? '',
  }
  return 'fault' in checked ? { ...checked, columns } : { label, quantity: 1, asset: checked.asset, columns }
}

function listed(drives: readonly { readonly units: number; readonly capacity?: number }[]): string {
  return drives.map(({ units, capacity = '?' }) => `${units} x ${capacity} GB`).join(', ')
}
