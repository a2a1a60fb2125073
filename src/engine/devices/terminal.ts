import { makingByDiagonal, makingByStorage } from '../formulas/manufacturing.ts'
import type { NumberAttribute, TextAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import { givenOrTypical } from '../values/given-or-typical.ts'
import type { Making } from './making.ts'
import { type MakersFigures, WholeDevice, type WholeDeviceBill } from './whole-device.ts'

export const TERMINAL_KINDS = [
  'LAPTOP',
  'DESKTOP',
  'SMARTPHONE',
  'TABLET',
  'TELEVISION',
  'BOX',
  'VR_HEADSET',
  'MONITOR',
  'USB_STICK',
  'EXTERNAL_SSD',
  'EXTERNAL_HDD',
  'VR_CONTROLLER',
  'SMARTWATCH',
] as const

export type TerminalKind = (typeof TERMINAL_KINDS)[number]

/** Forms of desktop computers. */
export const DESKTOP_FORMS = ['MINI', 'TOWER', 'ALL_IN_ONE', 'WORKSTATION'] as const
export type DesktopForm = (typeof DESKTOP_FORMS)[number]

/** How making a terminal of a kind depends on its size: see `makingByStorage` and `makingByDiagonal`. */
export type SizeOfTerminal = {
  readonly typical: Cell
  /** Of devices of one size: 1. */
  readonly spread: NumberAttribute
  /** EMBEDDED: with transport and end of life. */
  readonly covers: 'MAKING' | 'EMBEDDED'
} & (
  | { readonly of: 'storage'; readonly base: NumberAttribute; readonly perGigabyte: NumberAttribute }
  | { readonly of: 'inches'; readonly atReference: NumberAttribute; readonly reference: NumberAttribute }
)

/** The inputs of a terminal or peripheral. */
export interface TerminalBill extends WholeDeviceBill {
  readonly kind: TerminalKind
  readonly archetype: string
  readonly storage?: number
  readonly inches?: number
  readonly year?: number
  readonly form?: TextAttribute
  readonly makers?: MakersFigures<TerminalBill>
  /** Undefined for kinds whose size does not matter. */
  readonly size?: SizeOfTerminal
}

/** A terminal or peripheral, known as a whole. */
export class Terminal extends WholeDevice<TerminalBill> {
  private sized: NumberAttribute | undefined

  protected override like(bill: TerminalBill): Terminal {
    return new Terminal(bill)
  }

  get kind(): TerminalKind {
    return this.bill.kind
  }

  get archetype(): string {
    return this.bill.archetype
  }

  /** MINI, TOWER, ALL_IN_ONE or WORKSTATION, of a desktop computer. */
  get form(): TextAttribute | undefined {
    return this.bill.form
  }

  /** GB of storage. */
  get storage(): NumberAttribute | undefined {
    return this.sizeOr('storage', 'GB')
  }

  /** Diagonal of the screen, in inches. */
  get inches(): NumberAttribute | undefined {
    return this.sizeOr('inches', 'in')
  }

  /** Year of manufacture. */
  get year(): NumberAttribute | undefined {
    return givenOrTypical(this.bill.year, this.bill.at, 'year', undefined)
  }

  private sizeOr(of: SizeOfTerminal['of'], unit: string): NumberAttribute | undefined {
    const { size, at } = this.bill
    if (size?.of !== of) return givenOrTypical(this.bill[of], at, of, undefined, unit)
    this.sized ??= givenOrTypical(this.bill[of], at, of, size.typical, unit, 'terminal')
    return this.sized
  }

  protected override makingOfOne(): Making | undefined {
    const { size } = this.bill
    const ofOne = size && this[size.of]
    if (size === undefined || ofOne === undefined) return undefined
    const of =
      size.of === 'storage'
        ? makingByStorage.of(size.base, size.perGigabyte, ofOne, size.spread)
        : makingByDiagonal.of(size.atReference, ofOne, size.reference, size.spread)
    return { of, covers: size.covers }
  }
}
