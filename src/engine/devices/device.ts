import { type NumberAttribute, quantity } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { DeviceFactors } from '../figures/figures.ts'
import { exact, ONE, plus, type Range, scale, sum, times } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import type { Component, ComponentKind } from '../parts/component.ts'
import { type AnyComponentBill, componentOf } from '../parts/component-of.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import type { PowerModel, Usage } from '../use/usage.ts'
import { Asset, type ImpactFigure } from './assessable.ts'

export const GENERIC_DATA: readonly string[] = ['Generic data used for impact calculation.']

/** A device is one, where nobody says how many. */
export const ONE_DEVICE = quantity('ARCHETYPE', ONE)

/** A component, and the share of it that the device has. */
export interface Part {
  readonly bill: AnyComponentBill
  readonly label: string
  readonly share?: number
}

/** A device made of components. */
export abstract class Device extends Asset implements PowerModel {
  #components: readonly Component[] | undefined
  abstract override readonly usage: Usage

  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    super()
    this.parts = parts
  }

  get units(): NumberAttribute {
    return ONE_DEVICE
  }

  /** The components in the order in which they are shown: by kind, then as described. */
  get components(): readonly Component[] {
    this.#components ??= this.parts.map(({ bill, label, share = 1 }) =>
      componentOf(bill, { label, share, device: this.usage }),
    )
    return this.#components
  }

  componentsOf(kind: ComponentKind): readonly Component[] {
    return this.components.filter((component) => component.kind === kind)
  }

  override get warnings(): readonly string[] {
    return union(this.usage.warnings, ...this.components.map((component) => component.warnings))
  }

  consumptionProfile(): ConsumptionProfile | undefined {
    return undefined
  }

  abstract modelledPower(): NumberAttribute | undefined

  /** The sum over the components; undefined where one of them has no factor for the criterion. */
  protected sumOfComponents(criterion: Criterion): ImpactFigure | undefined {
    let total: Range = { value: 0, min: 0, max: 0 }
    let warnings: readonly string[] = []
    for (const component of this.components) {
      const part = component.manufacture(criterion)
      if (part === undefined) return undefined
      total = plus(total, part)
      if (part.warnings !== warnings) warnings = union(warnings, part.warnings)
    }
    return { ...total, warnings }
  }

  protected override power(): Range | undefined {
    return this.usage.avgPower
  }
}

/** (P_cpu + P_ram + P_gpu) * (1 + other_consumption_ratio), W: the model of servers and of instances on them. */
export function platformPower(components: readonly Component[], usage: Usage): NumberAttribute {
  const counted = sum(components.flatMap((component) => component.countedPower ?? []))
  const other = usage.otherConsumptionRatio
  const power = other === undefined ? counted : times(counted, plus(ONE, other))
  const warnings = union(...components.map((component) => component.countedPower && component.usage.avgPower?.warnings))
  return quantity('COMPLETED', power, 'W', '(CPU + RAM + GPU) * (1 + other_consumption_ratio)', warnings)
}

/** Impact of making whole devices: units * the published factor of such a device. */
export function genericImpact(
  { factors }: DeviceFactors,
  criterion: Criterion,
  units: Range,
): ImpactFigure | undefined {
  const factor = factors[criterion]
  if (factor === undefined) return undefined
  return { ...scale(units, factor), warnings: GENERIC_DATA }
}

/** How many devices: given, or one. */
export function deviceUnits(given: number | undefined): NumberAttribute {
  return given === undefined ? ONE_DEVICE : quantity('INPUT', exact(given))
}
