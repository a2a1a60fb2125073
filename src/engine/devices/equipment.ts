import { Figure } from '../assessment/impact.ts'
import { byPorts, makingOfUnits } from '../formulas/manufacturing.ts'
import { powerOfUnits } from '../formulas/power.ts'
import { described, type NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import { sum } from '../values/formula.ts'
import { givenOrTypical } from '../values/given-or-typical.ts'
import type { Estimate } from '../values/range.ts'
import { union } from '../values/warning.ts'
import type { LabelledBill } from './device.ts'
import type { Making } from './making.ts'
import { type MakersFigures, WholeDevice, type WholeDeviceBill } from './whole-device.ts'

export const EQUIPMENT_KINDS = [
  'SWITCH',
  'ROUTER',
  'FIREWALL',
  'ACCESS_POINT',
  'STORAGE_ARRAY',
  'PRINTER',
  'MULTIFUNCTION_PRINTER',
  'PROJECTOR',
  'IP_PHONE',
  'THIN_CLIENT',
  'KEYBOARD_AND_MOUSE',
  'MOUSE',
  'SPEAKER',
  'CONSOLE',
  'CHARGER',
  'DOCKING_STATION',
  'HEADSET',
  'UPS',
  'OTHER',
] as const

export type EquipmentKind = (typeof EQUIPMENT_KINDS)[number]

/** The inputs of equipment. */
export interface EquipmentBill extends WholeDeviceBill {
  readonly kind: EquipmentKind
  readonly makers?: MakersFigures<EquipmentBill>
  /** Network ports of one device in the input. */
  readonly ports?: number
  /** How figures grow with the ports; undefined for kinds whose ports do not matter. */
  readonly portModel?: PortModel
  /** Drives of a storage array. */
  readonly drives: readonly LabelledBill[]
  /** W that each drive of a storage array adds, with its share of controllers and fans. */
  readonly powerPerDrive?: NumberAttribute
}

/** How making and power of network equipment depend on its ports: see `byPorts`. */
export interface PortModel {
  /** Ports of the device that the factors are of. */
  readonly reference: NumberAttribute
  /** The share of its figures that does not grow with the ports, 0 to 1. */
  readonly fixed: NumberAttribute
}

/** Equipment of a company, known as a whole; a storage array also has its drives. */
export class Equipment extends WholeDevice<EquipmentBill> {
  private portsOfOne: NumberAttribute | undefined

  constructor(bill: EquipmentBill) {
    super(bill, bill.drives)
  }

  protected override like(bill: EquipmentBill): Equipment {
    return new Equipment(bill)
  }

  get kind(): EquipmentKind {
    return this.bill.kind
  }

  /** Network ports of one device: the caller's, else those of the device that the figures are of. */
  get ports(): NumberAttribute | undefined {
    const { ports, portModel, at } = this.bill
    this.portsOfOne ??= givenOrTypical(ports, at, 'ports', undefined)
    return this.portsOfOne ?? portModel?.reference
  }

  /** A figure of a device with the reference number of ports, for as many as this one has. */
  private byItsPorts(figure: Estimate): Estimate {
    const { portModel, ports } = this.bill
    if (portModel === undefined || ports === undefined || this.ports === undefined) return figure
    return byPorts.of(figure, portModel.fixed, this.ports, portModel.reference)
  }

  protected override makingOfOne(): Making | undefined {
    const { factors, portModel, ports } = this.bill
    const factor = portModel === undefined || ports === undefined ? undefined : factors?.gwp
    return factor && { of: this.byItsPorts(factor), covers: 'MAKING' }
  }

  /** The enclosure and the drives, or the caller's figure of both. */
  protected override making(criterion: Criterion): Figure | undefined {
    const enclosure = super.making(criterion)
    if (enclosure === undefined || this.bill.own !== undefined || this.components.length === 0) return enclosure
    const drives = this.sumOfComponents(criterion)
    if (drives === undefined) return undefined
    const ofUnits = makingOfUnits.of(drives.result, this.units)
    return new Figure(
      sum([enclosure.result, ofUnits], () => ['enclosure', 'drives']),
      union(enclosure.warnings, drives.warnings),
    )
  }

  /** That of the drives of a storage array, or of a switch by its ports. */
  override modelledPower(): NumberAttribute | undefined {
    const { powerPerDrive, portModel, ports, usage } = this.bill
    const typical = usage.archetype.avgPower?.in('W')
    if (portModel !== undefined && ports !== undefined && typical !== undefined)
      return described('COMPLETED', this.byItsPorts(typical), 'W', `By its ports: ${typical.source}`)
    if (powerPerDrive === undefined || this.components.length === 0) return undefined
    const powers = this.components.map(({ units }) => powerOfUnits.of(powerPerDrive, units))
    const power = sum(powers, () => this.components.map(({ symbol }) => symbol))
    return described('COMPLETED', power, 'W', 'Drives, with their share of controllers and fans')
  }
}
