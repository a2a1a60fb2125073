import { at, listAt, numberAt, textAt } from '../json-at.ts'
import { memoryMakerOf } from './memory-maker-of.ts'
import { formFactorIn, generationIn } from './words-of-hardware.ts'

interface Drive {
  readonly units: number
  readonly capacity?: number
  readonly formFactor?: string
}

/** Display controllers that are not cards: those of server management and virtual machines. */
const CONSOLES = /\b(aspeed|matrox|virtio|qxl|vmware|cirrus|bochs|hyper-v)\b/i
const GRAPHICS_CARD = /nvidia|\b(instinct|firepro|radeon (?:rx|pro|vii|instinct)|arc|data center gpu|flex \d|max \d)\b/i
/** Prefixes of hard disk model numbers; a rotation speed also marks a hard disk. */
const HARD_DISK = /^(st\d{3,}|(wdc )?wd\d|hgst|hitachi|(toshiba )?(mq|dt|mg|md)\d)/i
/** Bytes of a GB of a drive; a GB of memory follows. */
const GIGABYTE = 1e9
const GIBIBYTE = 2 ** 30

/** The processors in use, counted by socket, with cores and threads of one. */
export function cpuOf(machine: unknown) {
  const sockets = nodesOf(machine, (node) => textAt(node, 'class') === 'processor').filter(
    (node) => at(node, 'disabled') !== true && !isEmpty(node) && textAt(node, 'product') !== undefined,
  )
  const [first] = sockets
  if (first === undefined) return undefined
  const cores = wholeAt(first, 'cores')
  const threads = wholeAt(first, 'threads')
  return {
    units: sockets.length,
    name: textAt(first, 'product') ?? '',
    ...(cores !== undefined && { coreUnits: cores }),
    ...(threads !== undefined && { threads }),
  }
}

/** The memory modules, equal ones grouped; the total if no bank is listed. Empty banks do not count. */
export function memoryOf(machine: unknown) {
  const banks = nodesOf(machine, (node) => isMemory(node, /^bank(:|$)/)).filter((node) => !isEmpty(node))
  const sized = banks.filter((node) => (numberAt(node, 'size') ?? 0) > 0)
  const modules = sized.map((node) => {
    const manufacturer = memoryMakerOf(textAt(node, 'vendor') ?? '')
    const generation = generationIn(textOf(node))
    return {
      capacity: inGigabytes(node, GIBIBYTE),
      ...(manufacturer !== undefined && { manufacturer }),
      ...(generation !== undefined && { generation }),
    }
  })
  if (modules.length > 0) return grouped(modules)
  const whole = nodesOf(machine, (node) => isMemory(node, /^memory(:|$)/)).find(
    (node) => (numberAt(node, 'size') ?? 0) > 0,
  )
  return whole === undefined ? [] : [{ units: 1, capacity: inGigabytes(whole, GIBIBYTE) }]
}

/** The built-in drives, equal ones grouped. An NVMe controller is one drive, however many namespaces it has. */
export function drivesOf(machine: unknown): readonly { readonly ssd?: Drive; readonly hdd?: Drive }[] {
  const found = nodesOf(machine, isDrive, isOutside).map((node) => {
    const formFactor = formFactorIn(textOf(node))
    return { isHdd: isHardDisk(node), ...capacityOf(node), ...(formFactor !== undefined && { formFactor }) }
  })
  return grouped(found).map(({ isHdd, ...drive }) => (isHdd ? { hdd: drive } : { ssd: drive }))
}

/** Graphics cards of the most frequent model. Graphics that share a processor's memory are not cards. */
export function gpuOf(machine: unknown) {
  const cards = nodesOf(machine, (node) => textAt(node, 'class') === 'display').flatMap((node) => {
    const [vendor, product] = [textAt(node, 'vendor') ?? '', textAt(node, 'product') ?? '']
    if (CONSOLES.test(`${vendor} ${product}`) || !GRAPHICS_CARD.test(`${vendor} ${product}`)) return []
    // GA100 [A100 PCIe 40GB]: the chip, and the card in brackets.
    const name = /\[([^\]]{2,100})\]\s*$/.exec(product)?.[1] ?? product
    return name === '' ? [] : [{ name: /nvidia/i.test(vendor) && !/nvidia/i.test(name) ? `NVIDIA ${name}` : name }]
  })
  return grouped(cards).sort((a, b) => b.units - a.units)[0]
}

/** Every node that qualifies, in document order, without those nested in one or in a skipped node. */
function nodesOf(
  machine: unknown,
  isWanted: (node: unknown) => boolean,
  isLeftOut: (node: unknown) => boolean = () => false,
): readonly unknown[] {
  const found: unknown[] = []
  const visit = (node: unknown) => {
    if (isLeftOut(node)) return
    if (isWanted(node)) found.push(node)
    else for (const child of listAt(node, 'children')) visit(child)
  }
  for (const child of listAt(machine, 'children')) visit(child)
  return found
}

function isMemory(node: unknown, id: RegExp): boolean {
  return textAt(node, 'class') === 'memory' && id.test(textAt(node, 'id') ?? '')
}

function isDrive(node: unknown): boolean {
  const id = textAt(node, 'id') ?? ''
  if (isNvme(node)) return true
  return (
    textAt(node, 'class') === 'disk' &&
    !/^(cdrom|medium)/.test(id) &&
    !/cd-?rom|dvd/i.test(textAt(node, 'description') ?? '')
  )
}

function isNvme(node: unknown): boolean {
  return textAt(node, 'class') === 'storage' && textAt(node, 'configuration', 'driver') === 'nvme'
}

/** Whether a node is external or removable. */
function isOutside(node: unknown): boolean {
  if (/^usb/.test(textAt(node, 'businfo') ?? '')) return true
  return textAt(node, 'class') === 'disk' && at(node, 'capabilities', 'removable') !== undefined
}

function isHardDisk(node: unknown): boolean {
  const capabilities = at(node, 'capabilities')
  const turns =
    capabilities !== null &&
    typeof capabilities === 'object' &&
    Object.keys(capabilities).some((each) => /^\d+rpm$/.test(each))
  return !isNvme(node) && (turns || HARD_DISK.test(textAt(node, 'product') ?? ''))
}

function capacityOf(node: unknown): { readonly capacity?: number } {
  const parts = isNvme(node) ? listAt(node, 'children') : [node]
  const bytes = parts.reduce<number>((sum, part) => sum + Math.max(0, numberAt(part, 'size') ?? 0), 0)
  return bytes > 0 ? { capacity: Math.max(1, Math.round(bytes / GIGABYTE)) } : {}
}

function inGigabytes(node: unknown, bytes: number): number {
  return Math.round(((numberAt(node, 'size') ?? 0) / bytes) * 1000) / 1000
}

function wholeAt(node: unknown, key: string): number | undefined {
  const value = Number(textAt(node, 'configuration', key) ?? Number.NaN)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** The descriptive texts of a node. */
function textOf(node: unknown): string {
  return `${textAt(node, 'description') ?? ''} ${textAt(node, 'product') ?? ''}`
}

function isEmpty(node: unknown): boolean {
  return [textAt(node, 'description'), textAt(node, 'product')].some((text) =>
    /\[empty\]|^no module installed$/i.test(text ?? ''),
  )
}

/** Equal things once, with their number. */
function grouped<Thing extends object>(things: readonly Thing[]): (Thing & { readonly units: number })[] {
  const counts = new Map<string, Thing & { units: number }>()
  for (const thing of things) {
    const key = JSON.stringify(thing)
    const known = counts.get(key)
    if (known) known.units++
    else counts.set(key, { ...thing, units: 1 })
  }
  return [...counts.values()]
}
