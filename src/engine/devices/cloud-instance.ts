import type { MadeFigures } from '../assessment/asset.ts'
import { Figure } from '../assessment/impact.ts'
import { Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { described, input, leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import { isRecording } from '../values/formula.ts'
import { perObject } from '../values/per-object.ts'
import { exact } from '../values/range.ts'
import { pathOf, union, type Warning, warning } from '../values/warning.ts'
import { Device } from './device.ts'
import { makingOfShare } from './making-of-share.ts'
import { OtherFamilies } from './other-families.ts'
import { Server, type ServerBill } from './server.ts'
import type { ServerPower } from './server-power.ts'
import { type InstanceSize, type OwnDrives, type SharesOfHost, sharesOfHost } from './shares-of-host.ts'

/** The inputs of a cloud instance: its size, its shares of the host's components, and the host. */
export interface CloudInstanceBill {
  readonly provider: string
  readonly instanceType: string
  readonly size: InstanceSize
  /** Whether the caller set the size. If so, the type only selects the host. */
  readonly hasOwnSize: boolean
  /** Shared by all instances of the type in a list; undefined if each is made by itself. */
  readonly madeForAll?: MadeFigures
  /** Source of the size. */
  readonly source?: string
  readonly drives: OwnDrives
  readonly usage: UsageBill
  readonly platform: ServerBill
  /** Where the host is not known. */
  readonly others?: OtherHosts
  readonly warnings: readonly Warning[]
  /** Path of the type in the input: `input.instanceType`. */
  readonly at: string
}

/** The same size on hosts of other families than that of a type. */
export interface OtherHosts {
  readonly provider: string
  readonly host: string
  readonly bills: readonly CloudInstanceBill[]
}

/** A rented part of a server: its shares of the host's components. */
export class CloudInstance extends Device {
  override readonly usage: Usage
  /** The whole machine that the instance runs on. */
  readonly platform: Server
  private readonly size: InstanceSize<NumberAttribute>
  private readonly shares: SharesOfHost

  readonly bill: CloudInstanceBill

  constructor(bill: CloudInstanceBill) {
    const platform = new Server(bill.platform)
    const size = sizeOf(bill)
    const shares = sharesOfHost(size, platform, bill.drives)
    super(shares.componentBills, bill.platform.makingModel)
    this.bill = bill
    this.platform = platform
    this.size = size
    this.shares = shares
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): CloudInstance {
    return new CloudInstance(this.bill)
  }

  override get serverPower(): ServerPower | undefined {
    return this.platform.serverPower
  }

  protected override gatherWarnings(): readonly Warning[] {
    const { warnings, platform, at } = this.bill
    const ofHost = platform.warnings.map(({ code, message }) => ({
      ...warning(code, `Host ${platform.archetype}: ${message}`),
      path: pathOf(at),
    }))
    return union(warnings, ofHost, this.shares.warnings, super.gatherWarnings())
  }

  get provider(): string {
    return this.bill.provider
  }

  get instanceType(): string {
    return this.bill.instanceType
  }

  get vcpu(): NumberAttribute {
    return this.size.vcpu
  }

  /** GB */
  get memory(): NumberAttribute {
    return this.size.memory
  }

  get ssdStorage(): NumberAttribute | undefined {
    return notNone(this.size.ssdStorage)
  }

  get hddStorage(): NumberAttribute | undefined {
    return notNone(this.size.hddStorage)
  }

  /**
   * Sizes of a family often have one. A drive that the host does not list is whole, other families differ, and a
   * measured power is that of one size.
   */
  get proportions(): string | undefined {
    const { provider, platform, size, hasOwnSize, others, usage } = this.bill
    const isShareOfHost = this.shares.componentBills.every(({ share }) => share !== undefined)
    const isMeasured = usage.given.avgPower !== undefined
    if (hasOwnSize || others !== undefined || isMeasured || !isShareOfHost) return undefined
    const { vcpu, ...amounts } = size
    return [provider, platform.archetype, ...Object.values(amounts).map((each) => each / vcpu)].join()
  }

  modelledPower(load?: NumberAttribute): NumberAttribute {
    const own = this.platformPower(load)
    const families = familiesOf(this.bill)
    return families === undefined
      ? own
      : described(own.status, families.power(load, own), own.unit, own.source, own.warnings)
  }

  protected override get madeForAll(): MadeFigures | undefined {
    return isRecording() ? undefined : this.bill.madeForAll
  }

  /**
   * The instance's shares of the host. Components without a factor are replaced by its share of a whole server, by
   * threads.
   */
  protected making(criterion: Criterion): Figure | undefined {
    const parts = this.sumOfComponents(criterion)
    const made = makingOfShare({ ...this.shares, ...this.bill.platform, parts, components: this.components }, criterion)
    const families = familiesOf(this.bill)
    return families === undefined || made === undefined
      ? made
      : new Figure(families.making(criterion, made.result), made.warnings)
  }
}

/** Once for all bills that share the hosts: each is as expensive as their own. */
const familiesOn = perObject(
  ({ provider, host, bills }: OtherHosts) =>
    new OtherFamilies(
      provider,
      host,
      bills.map((bill) => new CloudInstance(bill)),
    ),
)

function familiesOf({ others }: CloudInstanceBill): OtherFamilies | undefined {
  return others && familiesOn(others)
}

/** The size of an instance type as leaves: `cloud-instances.aws.m5.xlarge.vcpu`. */
function sizeOf(bill: CloudInstanceBill): InstanceSize<NumberAttribute> {
  const { provider, instanceType, size, source, hasOwnSize, at } = bill
  const own = at.slice(0, at.lastIndexOf('.'))
  const cell = (column: string, value: number, unit?: string) => {
    if (hasOwnSize) return input(own, column, value, unit)
    return leaf(
      { table: 'cloud-instances', within: provider, row: instanceType, column },
      'ARCHETYPE',
      exact(value),
      unit,
      source,
    )
  }
  return {
    vcpu: cell('vcpu', size.vcpu),
    memory: cell('memory', size.memory, 'GB'),
    ssdStorage: cell('ssd_storage', size.ssdStorage, 'GB'),
    hddStorage: cell('hdd_storage', size.hddStorage, 'GB'),
    gpuUnits: cell('gpu_units', size.gpuUnits),
  }
}

function notNone(storage: NumberAttribute): NumberAttribute | undefined {
  return storage.value > 0 ? storage : undefined
}
