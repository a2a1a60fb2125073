import { terminalOfChassis } from '../importers/hardware/terminal-of-chassis.ts'
import { AssetInput } from '../index.ts'

const BYTES_OF_GB = 1e9
const BYTES_OF_GIB = 2 ** 30

/** This machine as its system describes it. */
export interface ThisMachine {
  readonly label: string
  readonly asset: AssetInput
  /** What was found, in words. */
  readonly hardware: Readonly<Record<string, string>>
}

/** Reads the processors, memory, drives and graphics cards of this machine. What is not known is left to its archetype. */
export async function readMachine(location: string | undefined): Promise<ThisMachine> {
  const { default: system } = await import('systeminformation')
  const [cpu, memory, modules, drives, graphics, chassis, os] = await Promise.all([
    system.cpu(),
    system.mem(),
    system.memLayout(),
    system.diskLayout(),
    system.graphics(),
    system.chassis(),
    system.osInfo(),
  ])
  const name = `${cpu.manufacturer} ${cpu.brand}`.replace(/[®™]/g, '').trim()
  const sockets = Math.max(1, cpu.processors)
  const sized = modules.filter(({ size, type }) => size > 0 && type !== 'Empty')
  const ram =
    sized.length > 0
      ? countAlike(sized.map(({ size }) => size / BYTES_OF_GIB))
      : countAlike([memory.total / BYTES_OF_GIB])
  const disks = drives.filter(({ size }) => size > 0)
  const ofType = (isHdd: boolean) =>
    countAlike(disks.filter(({ type }) => (type === 'HD') === isHdd).map(({ size }) => size / BYTES_OF_GB))
  const [ssd, hdd] = [ofType(false), ofType(true)]
  const card = graphics.controllers.find(({ vendor, model }) => /nvidia/i.test(`${vendor} ${model}`))
  const usage = location === undefined ? {} : { usage: { usageLocation: location } }
  const terminal = terminalOfChassis(chassis.type)
  const server = {
    configuration: {
      cpu: {
        units: sockets,
        ...(name !== '' && { name }),
        ...(cpu.physicalCores > 0 && { coreUnits: Math.max(1, Math.round(cpu.physicalCores / sockets)) }),
        ...(cpu.cores > 0 && { threads: Math.max(1, Math.round(cpu.cores / sockets)) }),
      },
      ram,
      ...(ssd.length + hdd.length > 0 && {
        disk: [...ssd.map((each) => ({ ssd: each })), ...hdd.map((each) => ({ hdd: each }))],
      }),
      ...(card && { gpu: { units: 1, name: card.model } }),
    },
  }
  const hardware = {
    cpu: `${sockets} x ${name}`,
    ram: ram.map(inWords).join(', '),
    ssd: ssd.map(inWords).join(', '),
    hdd: hdd.map(inWords).join(', '),
    gpu: card?.model ?? '',
    chassis: chassis.type,
  }
  const asset = AssetInput.parse(
    terminal ? { terminal: { kind: terminal, ...usage } } : { server: { ...server, ...usage } },
  )
  return { label: os.hostname, asset, hardware }
}

function countAlike(sizes: readonly number[]): { readonly units: number; readonly capacity: number }[] {
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(Math.round(size), (counts.get(Math.round(size)) ?? 0) + 1)
  return [...counts].map(([capacity, units]) => ({ units, capacity }))
}

function inWords({ units, capacity }: { readonly units: number; readonly capacity: number }): string {
  return `${units} x ${capacity} GB`
}
