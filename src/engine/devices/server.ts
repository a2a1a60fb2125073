import type { Criterion } from '../figures/criteria.ts'
import type { DeviceFactors } from '../figures/figures.ts'
import { union } from '../figures/union.ts'
import type { Component } from '../parts/component.ts'
import { Usage, type UsageBill } from '../use/usage.ts'
import type { ImpactFigure } from './assessable.ts'
import { Device, genericImpact, type Part, platformPower } from './device.ts'

/** All that a server is computed from. */
export interface ServerBill {
  readonly archetype: string
  readonly warnings: readonly string[]
  readonly parts: readonly Part[]
  readonly usage: UsageBill
  /** The factors of a server as such, for criteria that its components have none for. */
  readonly generic: DeviceFactors
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

  get archetype(): string {
    return this.bill.archetype
  }

  override get warnings(): readonly string[] {
    return union(this.bill.warnings, super.warnings)
  }

  get disks(): readonly Component[] {
    return this.components.filter(({ kind }) => kind === 'SSD' || kind === 'HDD')
  }

  modelledPower() {
    return platformPower(this.components, this.usage)
  }

  manufacture(criterion: Criterion): ImpactFigure | undefined {
    return this.sumOfComponents(criterion) ?? genericImpact(this.bill.generic, criterion, this.units)
  }
}
