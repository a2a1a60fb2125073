import { checkAsset } from '../check-asset.ts'
import type { ImportedFile, ImportedRow, RowWarning } from '../imported.ts'
import { listAt, textAt } from '../json-at.ts'
import { cpuOf, drivesOf, gpuOf, memoryOf } from './lshw-parts.ts'
import { terminalOfChassis } from './terminal-of-chassis.ts'
import { isVirtual, modelNameOf, OF_WHOLE_SERVER } from './words-of-hardware.ts'

/** Whether a document is the output of `lshw -json`: one machine, or a list with one. */
export function isLshw(document: unknown): boolean {
  return machinesOf(document).length > 0
}

/**
 * Reads `lshw -json`. The chassis decides: laptops and desktops are assessed as a whole, everything else as a server
 * with its processors, memory, drives and graphics cards. The columns list the parts found in both cases.
 */
export function importLshw(document: unknown): ImportedFile {
  const isList = Array.isArray(document)
  return {
    format: 'lshw',
    notRead: [],
    rows: machinesOf(document).map((machine, index) => ({ path: isList ? `[${index}]` : '', ...readMachine(machine) })),
  }
}

function machinesOf(document: unknown): readonly unknown[] {
  const machines = Array.isArray(document) ? document : [document]
  return machines.filter((each) => textAt(each, 'class') === 'system' && listAt(each, 'children').length > 0)
}

/** The warning about a virtual machine, whose part of a server its own output does not tell. */
export const WHOLE_SERVER: RowWarning = { code: 'READ_AS', message: OF_WHOLE_SERVER, path: [] }

function readMachine(machine: unknown): ImportedRow {
  const [cpu, ram, disks, gpu] = [cpuOf(machine), memoryOf(machine), drivesOf(machine), gpuOf(machine)]
  const chassis = textAt(machine, 'configuration', 'chassis')?.toLowerCase() ?? ''
  const terminal = terminalOfChassis(chassis)
  const configuration = {
    ...(cpu && { cpu }),
    ...(gpu && { gpu }),
    ...(ram.length > 0 && { ram }),
    ...(disks.length > 0 && { disks }),
  }
  const words = {
    vendor: textAt(machine, 'vendor'),
    product: textAt(machine, 'product'),
    version: textAt(machine, 'version'),
  }
  const name = isVirtual(words) ? undefined : modelNameOf(words)
  const model = name === undefined ? {} : { model: { name } }
  const checked = checkAsset(
    terminal ? { terminal: { ...terminal, ...model } } : { server: { ...model, configuration } },
  )
  const label = textAt(machine, 'id') ?? ''
  const columns = {
    product: textAt(machine, 'product') ?? '',
    chassis,
    cpu_name: cpu?.name ?? '',
    cpu_units: String(cpu?.units ?? ''),
    ram: listed(ram),
    ssd: listed(disks.flatMap(({ ssd }) => ssd ?? [])),
    hdd: listed(disks.flatMap(({ hdd }) => hdd ?? [])),
    gpu_name: gpu?.name ?? '',
  }
  if ('fault' in checked) return { ...checked, columns }
  const warnings = isVirtual(words) ? [WHOLE_SERVER] : undefined
  return { label, quantity: 1, asset: checked.asset, columns, ...(warnings && { warnings }) }
}

interface Listed {
  readonly units: number
  readonly capacity?: number
  readonly generation?: string
  readonly formFactor?: string
}

function listed(parts: readonly Listed[]): string {
  return parts
    .map(({ units, capacity = '?', generation, formFactor }) =>
      [`${units} x ${capacity} GB`, generation, formFactor].filter((each) => each !== undefined).join(' '),
    )
    .join(', ')
}
