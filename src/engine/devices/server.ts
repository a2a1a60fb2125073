import type { Figure } from '../assessment/impact.ts'
import type { Component } from '../components/component.ts'
import { Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import type { NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import { union, type Warning } from '../values/warning.ts'
import { Device, genericImpact, type LabelledBill } from './device.ts'
import { makingOfServer } from './making-of-server.ts'
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
  /** Transport and end of life of a server, besides making its components; undefined if the release has no figures. */
  readonly stages?: StageFactors
  /** The error of the manufacturing model, 1 if it is right; undefined if the release has none. */
  readonly makingModel?: NumberAttribute
}

/** A server: the sum of its components. The figure of a whole server replaces those without a factor. */
export class Server extends Device {
  override readonly usage: Usage

  readonly bill: ServerBill
  private drives: readonly Component[] | undefined

  constructor(bill: ServerBill) {
    super(bill.componentBills, bill.makingModel)
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): Server {
    return new Server(this.bill)
  }

  get archetype(): string {
    return this.bill.archetype
  }

  protected override gatherWarnings(): readonly Warning[] {
    return union(this.bill.warnings, super.gatherWarnings())
  }

  get disks(): readonly Component[] {
    this.drives ??= this.components.filter(({ kind }) => kind === 'SSD' || kind === 'HDD')
    return this.drives
  }

  modelledPower(load?: NumberAttribute) {
    return this.platformPower(load)
  }

  protected making(criterion: Criterion): Figure | undefined {
    const { generic, genericDrives: drives, stages } = this.bill
    const parts = this.sumOfComponents(criterion)
    if (parts !== undefined) return withStages(parts, stages, criterion, undefined)
    if (drives === undefined) return genericImpact(generic[criterion], this.units)
    return makingOfServer(this.components, criterion, { factors: generic, drives, devices: this.units })
  }
}
