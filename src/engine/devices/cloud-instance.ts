import { type NumberAttribute, quantity } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import { exact } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import { Usage, type UsageBill } from '../use/usage.ts'
import type { ImpactFigure } from './assessable.ts'
import { cloudShares, type InstanceSize, type OwnDrives } from './cloud-shares.ts'
import { Device, platformPower } from './device.ts'
import { Server, type ServerBill } from './server.ts'

/** All that a cloud instance is computed from: its size, its share of each of the host's components, and the host. */
export interface CloudInstanceBill {
  readonly provider: string
  readonly instanceType: string
  readonly size: InstanceSize
  readonly drives: OwnDrives
  readonly usage: UsageBill
  readonly platform: ServerBill
  readonly warnings: readonly string[]
}

/** A part of a server, rented: its shares of the host's components. */
export class CloudInstance extends Device {
  override readonly usage: Usage
  /** The whole machine that the instance runs on. */
  readonly platform: Server
  readonly #shareWarnings: readonly string[]

  readonly bill: CloudInstanceBill

  constructor(bill: CloudInstanceBill) {
    const platform = new Server(bill.platform)
    const { parts, warnings } = cloudShares(bill.size, platform, bill.drives)
    super(parts)
    this.bill = bill
    this.platform = platform
    this.#shareWarnings = warnings
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override get warnings(): readonly string[] {
    const { warnings, platform } = this.bill
    const ofHost = platform.warnings.map((warning) => `Its host, ${platform.archetype}: ${warning}`)
    return union(warnings, ofHost, this.#shareWarnings, super.warnings)
  }

  get provider(): string {
    return this.bill.provider
  }

  get instanceType(): string {
    return this.bill.instanceType
  }

  get vcpu(): NumberAttribute {
    return quantity('ARCHETYPE', exact(this.bill.size.vcpu))
  }

  /** GB */
  get memory(): NumberAttribute {
    return quantity('ARCHETYPE', exact(this.bill.size.memory), 'GB')
  }

  get ssdStorage(): NumberAttribute | undefined {
    return storage(this.bill.size.ssdStorage)
  }

  get hddStorage(): NumberAttribute | undefined {
    return storage(this.bill.size.hddStorage)
  }

  modelledPower() {
    return platformPower(this.components, this.usage)
  }

  manufacture(criterion: Criterion): ImpactFigure | undefined {
    return this.sumOfComponents(criterion)
  }
}

function storage(gigabytes: number): NumberAttribute | undefined {
  return gigabytes > 0 ? quantity('ARCHETYPE', exact(gigabytes), 'GB') : undefined
}
