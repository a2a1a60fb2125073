import type { Figure } from '../assessment/figure.ts'
import type { NumberAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { FactorQuantities } from '../figures/factors.ts'
import { union, type Warning } from '../figures/warning.ts'
import type { Component } from '../parts/component.ts'
import { Usage } from '../use/usage.ts'
import type { UsageBill } from '../use/usage-bill.ts'
import { Device, genericImpact, type Part } from './device.ts'

/** All that a server is computed from. */
export interface ServerBill {
  readonly archetype: string
  readonly warnings: readonly Warning[]
  readonly parts: readonly Part[]
  readonly usage: UsageBill
  /** The factors of a server as such, for criteria that its components have none for. */
  readonly generic: FactorQuantities
}

/** A server: the sum of its components or, where one of them has no factor, a server as such. */
export class Server extends Device {
  override readonly usage: Usage

  readonly bill: ServerBill

  constructor(bill: ServerBill) {
    super(bill.parts)
    this.bill = bill
    this.usage = new Usage(bill.usage, this, undefined)
  }

  override again(): Server {
    return new Server(this.bill)
  }

  get archetype(): string {
    return this.bill.archetype
  }

  override get warnings(): readonly Warning[] {
    return union(this.bill.warnings, super.warnings)
  }

  get disks(): readonly Component[] {
    return this.components.filter(({ kind }) => kind === 'SSD' || kind === 'HDD')
  }

  modelledPower(load?: NumberAttribute) {
    return this.platformPower(load)
  }

  manufacture(criterion: Criterion): Figure | undefined {
    return this.sumOfComponents(criterion) ?? genericImpact(this.bill.generic[criterion], this.units)
  }
}
