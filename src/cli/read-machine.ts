import { terminalOfChassis } from '../importers/hardware/terminal-of-chassis.ts'
import { formFactorIn, generationIn, modelNameOf, OF_WHOLE_SERVER } from '../importers/hardware/words-of-hardware.ts'
import { AssetInput } from '../library/index.ts'

const BYTES_OF_GB = 1e9
const BYTES_OF_GIB = 2 ** 30

/** This machine as its system describes it. */
export interface ThisMachine {
  readonly label: string
  readonly asset: AssetInput
  /** The hardware found, in words. */
  readonly hardware: Readonly<Record<string, string>>
  /** Why the figure may not be that of this machine. */
  readonly warning?: string
}

/** Reads the processors, memory, drives and graphics cards of this machine. Its archetype fills in the rest. */
export async function readMachine(): Promise<ThisMachine> {
  const { default: system } = await import('systeminformation')
  const [product, cpu, memory, modules, drives, graphics, chassis, os] = await Promise.all([
    system.system(),
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
      ? countAlike(sized.map(({ size, type }) => ({ capacity: size / BYTES_OF_GIB, generation: generationIn(type) })))
      : countAlike([{ capacity: memory.total / BYTES_OF_GIB }])
  const disks = drives.filter(({ size }) => size > 0)
  const ofType = (isHdd: boolean) =>
    countAlike(
      disks
        .filter(({ type }) => (type === 'HD') === isHdd)
        .map(({ size, name }) => ({ capacity: size / BYTES_OF_GB, formFactor: formFactorIn(name) })),
    )
  const [ssd, hdd] = [ofType(false), ofType(true)]
  const card = graphics.controllers.find(({ vendor, model }) => /nvidia/i.test(`${vendor} ${model}`))
  const terminal = terminalOfChassis(chassis.type)
  const { manufacturer: vendor, model: sold, version } = product
  const named = modelNameOf({ vendor, product: sold, version })
  const model = named === undefined ? {} : { model: { name: named } }
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
        disks: [...ssd.map((each) => ({ ssd: each })), ...hdd.map((each) => ({ hdd: each }))],
      }),
      ...(card && { gpu: { units: 1, name: card.model } }),
    },
  }
  const hardware = {
    model: named ?? '',
    cpu: `${sockets} x ${name}`,
    ram: ram.map(inWords).join(', '),
    ssd: ssd.map(inWords).join(', '),
    hdd: hdd.map(inWords).join(', '),
    gpu: card?.model ?? '',
    chassis: chassis.type,
  }
  const asset = AssetInput.parse(
    terminal ? { terminal: { ...terminal, ...model } } : { server: { ...model, ...server } },
  )
  return { label: os.hostname, asset, hardware, ...(product.virtual && { warning: OF_WHOLE_SERVER }) }
}

interface Found {
  /** GB of one unit. */
  readonly capacity: number
  readonly generation?: string | undefined
  readonly formFactor?: string | undefined
}

/** Groups equal parts, in whole GB; unknown ones are dropped. */
function countAlike(found: readonly Found[]): (Found & { readonly units: number })[] {
  const counts = new Map<string, Found & { units: number }>()
  for (const { capacity, generation, formFactor } of found) {
    const each = {
      capacity: Math.round(capacity),
      ...(generation !== undefined && { generation }),
      ...(formFactor !== undefined && { formFactor }),
    }
    const key = JSON.stringify(each)
    const known = counts.get(key)
    if (known) known.units++
    else counts.set(key, { units: 1, ...each })
  }
  return [...counts.values()]
}

function inWords({ units, capacity, generation, formFactor }: Found & { readonly units: number }): string {
  return [`${units} x ${capacity} GB`, generation, formFactor].filter((each) => each !== undefined).join(' ')
}
