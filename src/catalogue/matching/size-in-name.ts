import type { TerminalKind } from '../../engine/devices/terminal.ts'
import { GIGABYTES_PER_TERABYTE } from '../../engine/formulas/storage-and-network.ts'
import { mostStorage } from '../../input/device-input.ts'
import type { DeviceModels, NamedModel } from './device-models.ts'

/**
 * A model without the size that its name tells, and that size: GB of storage, or the diagonal of a monitor in inches.
 */
export interface SizedName<Model> {
  readonly model: Model
  readonly storage?: number
  readonly inches?: number
}

/** Amounts with a unit of storage, in English and French, that are not named as memory. */
const AMOUNT =
  /(?<![\d.,])(\d{1,5}) ?([GgTt][Bb]|[GT]o)\b(?! ?(?:ram|memory|mémoire|lpddr|ddr))(?:[ -]?(?:ssd|nvme|storage|stockage)\b)?/gi
/** Amounts of memory, and the separator before an amount of storage. */
const BESIDE = /(?<![\d.,])\d{1,2} ?(?:[GgTt][Bb]|[GT]o)?(?: ?(?:ram|memory|mémoire))?(?: ?[/+] ?|[, ]+|$)$/i
const SEPARATORS = /[\s,/(]+$/
const DIAGONAL =
  /(?<![\d.,])(\d{2}(?:[.,]\d{1,2})?)(?: |-)?(?:"|″|”|''|(?:inch(?:es)?|zoll|pouces|pulgadas|pollici)\b|in(?=$|[),]))/i
const CENTIMETRES = /(?<![\d.,])(\d{2,3}(?:[.,]\d{1,2})?) ?cm\b/i

const CENTIMETRES_PER_INCH = 2.54
/** Diagonals of monitors that names tell. */
const DIAGONALS = { least: 10, most: 100 }
/** Less is memory. */
const LEAST_STORAGE: Readonly<Partial<Record<TerminalKind, number>>> = {
  SMARTPHONE: 16,
  TABLET: 16,
  LAPTOP: 100,
  DESKTOP: 100,
}

/**
 * The size in the name of a model: the storage in `MacBook Air M2 512GB`, `Galaxy S24 8/256 GB` or `iPhone 16, 128 Go`,
 * and the diagonal in `P24 G4 23.8"`. The storage counts for a smartphone, and for a model that its maker published
 * figures of. An amount that is too small is memory. The name goes without the amount where a model has that name.
 */
export function sizeInName<Model extends NamedModel>(
  models: DeviceModels,
  kind: TerminalKind,
  model: Model,
): SizedName<Model> {
  const device = kind.toLowerCase()
  const hasFigures = (name: string) => models.find(device, { ...model, name })?.figures !== undefined
  if (models.isEmpty) return { model }
  const found = kind === 'MONITOR' ? diagonalIn(model.name) : storageIn(kind, model.name)
  if (found === undefined) return { model }
  const { names, ...size } = found
  const known = [model.name, ...names].find(hasFigures)
  if (known !== undefined) return { model: { ...model, name: known }, ...size }
  return kind === 'SMARTPHONE' || kind === 'MONITOR' ? { model, ...size } : { model }
}

/** A size, and the names that may be left without it, the likeliest first. */
interface Found {
  readonly storage?: number
  readonly inches?: number
  readonly names: readonly string[]
}

function diagonalIn(name: string): Found | undefined {
  const inInches = DIAGONAL.exec(name)
  const inCentimetres = inInches === null ? CENTIMETRES.exec(name) : null
  const [written, digits] = inInches ?? inCentimetres ?? []
  if (written === undefined || digits === undefined) return undefined
  const amount = Number(digits.replace(',', '.'))
  const inches = inInches === null ? amount / CENTIMETRES_PER_INCH : amount
  if (inches < DIAGONALS.least || inches > DIAGONALS.most) return undefined
  const { before, behind } = aroundOf(name, written)
  return { inches, names: [joined(before, behind)] }
}

function storageIn(kind: TerminalKind, name: string): Found | undefined {
  const amounts = Array.from(name.matchAll(AMOUNT), ([written, digits, unit = ''], index) => ({
    written,
    index,
    storage: Number(digits) * (/t/i.test(unit) ? GIGABYTES_PER_TERABYTE : 1),
  }))
  const largest = amounts.toSorted((a, b) => b.storage - a.storage)[0]
  const least = LEAST_STORAGE[kind]
  if (largest === undefined || least === undefined) return undefined
  const { storage, written } = largest
  if (storage > mostStorage(kind)) return undefined
  const { before, behind } = aroundOf(name, written)
  const unlessMemory = bareEnd(name.slice(0, name.indexOf(written)).replace(BESIDE, ''))
  const names = [joined(before, behind), before, joined(unlessMemory, behind), unlessMemory]
  return { ...(storage >= least && { storage }), names: [...new Set(names)].filter((each) => each !== '') }
}

/** What stands before and behind a part of a name, without separators. */
function aroundOf(name: string, written: string): { readonly before: string; readonly behind: string } {
  const at = name.indexOf(written)
  return { before: bareEnd(name.slice(0, at)), behind: name.slice(at + written.length).replace(/^[\s),]+/, '') }
}

function bareEnd(text: string): string {
  return text.replace(SEPARATORS, '')
}

function joined(before: string, behind: string): string {
  return `${before} ${behind}`.trim()
}
