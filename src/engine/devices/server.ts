import { Figure } from '../assessment/impact.ts'
import type { Component } from '../components/component.ts'
import { componentOf } from '../components/component-of.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { input, leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import { exact } from '../values/range.ts'
import { NO_WARNINGS, union, type Warning } from '../values/warning.ts'
import { assumedThreads } from './assumed-threads.ts'
import { Device, genericImpact, type LabelledBill } from './device.ts'
import type { OwnMaking } from './making.ts'
import { makingOfServer } from './making-of-server.ts'
import { makingOfShare } from './making-of-share.ts'
import { partOfMaking } from './part-of-making.ts'
import { ServerPower, type ServerPowerBill } from './server-power.ts'
import { type PartialSize, type SharesOfHost, sharesOfHost } from './shares-of-host.ts'
import { withStages } from './with-stages.ts'

/** The inputs of a server. */
export interface ServerBill {
  readonly archetype: string
  readonly warnings: readonly Warning[]
  readonly componentBills: readonly LabelledBill[]
  readonly usage: UsageBill
  /** Factors of a whole server, for criteria that its components have none for. */
  readonly generic: FactorQuantities
  /**
   * Number of drives in the whole server's figure when it replaces only the parts without a factor; undefined in
   * releases where it replaces the whole server.
   */
  readonly genericDrives?: number
  /** The caller's figure of making the server, or the part of one that is assessed. */
  readonly own?: OwnMaking
  /** Transport and end of life of a server, besides making its components; undefined if the release has no figures. */
  readonly stages?: StageFactors
  /** What its power is computed from; undefined in releases where it is the sum of the powers of its parts. */
  readonly power?: ServerPowerBill
  /** The error of the manufacturing model, 1 if it is right; undefined if the release has none. */
  readonly makingModel?: NumberAttribute
  /** The part of the server that is assessed, such as a virtual machine; undefined for all of it. */
  readonly share?: ShareBill
}

/** The size of a part of a server. `at`: where it is in the input. */
interface ShareBill {
  readonly size: PartialSize
  readonly at: string
  /** Cores of a typical processor, for a server whose cores are unknown. */
  readonly typicalCores?: Cell
}

/** A part of a server: its size, its shares of the components, and the whole server. */
interface Share extends SharesOfHost {
  readonly size: PartialSize<NumberAttribute>
  readonly host: Server
}

/** A share of what a part of a server has none of, or an unknown share, which counts nothing. */
const NONE = leaf({ table: 'defaults', row: 'share', column: 'left_out' }, 'DEFAULT', exact(0), '1')

/**
 * A server, or a part of one: the sum of its components. The figure of a whole server replaces those without a factor.
 */
export class Server extends Device {
  override readonly usage: Usage

  readonly bill: ServerBill
  private drives: readonly Component[] | undefined
  private without: readonly Component[] | undefined

  /** Undefined for a whole server. */
  readonly share: Share | undefined
  private power: ServerPower | undefined

  constructor(bill: ServerBill) {
    const share = bill.share && shareOf(bill, bill.share)
    super(share?.componentBills ?? bill.componentBills, bill.makingModel)
    this.bill = bill
    this.share = share
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): Server {
    return new Server(this.bill)
  }

  get archetype(): string {
    return this.bill.archetype
  }

  override get ownMaking(): OwnMaking | undefined {
    return this.bill.own
  }

  override get serverPower(): ServerPower | undefined {
    const { bill, share } = this
    if (bill.power === undefined || share !== undefined) return share?.host.serverPower
    this.power ??= new ServerPower(bill.power, () => this.components, this.usage)
    return this.power
  }

  get takesPowerProfile(): boolean {
    return this.bill.power !== undefined
  }

  protected override gatherWarnings(): readonly Warning[] {
    return union(this.bill.warnings, this.share?.warnings, super.gatherWarnings())
  }

  get disks(): readonly Component[] {
    this.drives ??= this.components.filter(({ kind }) => kind === 'SSD' || kind === 'HDD')
    return this.drives
  }

  /** Components of the whole server that count nothing in this part of it; see `sharesOfHost`. None of a server. */
  get leftOut(): readonly Component[] {
    this.without ??= this.bill.componentBills
      .filter(({ label }) => !this.componentBills.some((own) => own.label === label))
      .map(({ bill, label }) => componentOf(bill, this.positionOf(label, NONE)))
    return this.without
  }

  override componentNamed(label: string): Component | undefined {
    return super.componentNamed(label) ?? this.leftOut.find((component) => component.label === label)
  }

  modelledPower(load?: NumberAttribute) {
    return this.isUnknownPart ? undefined : this.platformPower(load)
  }

  /** Whether this is a part of a server whose threads are unknown: so are its figures. */
  private get isUnknownPart(): boolean {
    return this.share !== undefined && this.share.byThreads === undefined
  }

  protected making(criterion: Criterion): Figure | undefined {
    const { generic, genericDrives: drives, stages, own } = this.bill
    const stated = own && partOfMaking(criterion, own.of, generic)
    if (stated !== undefined) {
      const made = new Figure(makingOfUnits.of(stated, this.units), NO_WARNINGS)
      return criterion === 'gwp' && own?.covers === 'MAKING' ? withStages(made, stages, criterion, undefined) : made
    }
    if (this.isUnknownPart) return undefined
    const parts = this.sumOfComponents(criterion)
    if (this.share !== undefined)
      return makingOfShare({ ...this.bill, ...this.share, parts, components: this.components }, criterion)
    if (parts !== undefined) return withStages(parts, stages, criterion, undefined)
    if (drives === undefined) return genericImpact(generic[criterion], this.units)
    return makingOfServer(this.components, criterion, {
      factors: generic,
      drives,
      devices: this.units,
      ...(stages && { stages }),
    })
  }
}

function shareOf({ share: _, ...whole }: ServerBill, { size, at, typicalCores }: ShareBill): Share {
  const { vcpu, memory, ssdStorage, hddStorage, gpuUnits } = size
  const given = (name: string, value: number | undefined, unit?: string) =>
    value === undefined ? undefined : input(at, name, value, unit)
  const sizes = {
    vcpu: input(at, 'vcpu', vcpu),
    memory: given('memory', memory, 'GB'),
    ssdStorage: given('ssd_storage', ssdStorage, 'GB'),
    hddStorage: given('hdd_storage', hddStorage, 'GB'),
    gpuUnits: given('gpu_units', gpuUnits),
  }
  const host = new Server(whole)
  const assumed = assumedThreads(host.components, typicalCores)
  const shares = sharesOfHost(sizes, host, undefined, assumed?.threads)
  const warnings = assumed === undefined ? shares.warnings : [assumed.warning, ...shares.warnings]
  return { ...shares, warnings, size: sizes, host }
}
