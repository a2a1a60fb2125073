import { Asset } from '../assessment/asset.ts'
import { Figure } from '../assessment/figure.ts'
import { described, leaf, type NumberAttribute } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import { sum } from '../figures/formula.ts'
import { givenOrTypical } from '../figures/given-or-typical.ts'
import { type Estimate, exact } from '../figures/range.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../figures/warning.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { otherPower } from '../formulas/power.ts'
import { type Component, type ComponentKind, ONE, type Whole } from '../parts/component.ts'
import { type AnyComponentBill, componentOf } from '../parts/component-of.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import type { Usage } from '../use/usage.ts'

/** Where a published figure of such devices stands for this one. */
export const GENERIC_DATA: readonly Warning[] = [warning('GENERIC_DATA', 'Generic data used for impact calculation.')]

/** A component, and the share of it that the device has (all of it where undefined). */
export interface Part {
  readonly bill: AnyComponentBill
  readonly label: string
  readonly share?: Estimate
}

/** A device made of components. */
export abstract class Device extends Asset implements Whole {
  #components: readonly Component[] | undefined
  abstract override readonly usage: Usage

  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    super()
    this.parts = parts
  }

  abstract override again(): Device

  get units(): NumberAttribute {
    return ONE_DEVICE
  }

  /** The components in the order in which they are shown: by kind, then as described. */
  get components(): readonly Component[] {
    this.#components ??= this.parts.map(({ bill, label, share }) =>
      componentOf(bill, { label, share, device: this.usage, whole: this }),
    )
    return this.#components
  }

  componentsOf(kind: ComponentKind): readonly Component[] {
    return this.components.filter((component) => component.kind === kind)
  }

  componentNamed(label: string): Component | undefined {
    return this.components.find((component) => component.label === label)
  }

  override get warnings(): readonly Warning[] {
    return union(this.usage.warnings, ...this.components.map((component) => component.warnings))
  }

  consumptionProfile(): ConsumptionProfile | undefined {
    return undefined
  }

  abstract modelledPower(load?: NumberAttribute): NumberAttribute | undefined

  /** The sum over the components; undefined where one of them has no factor for the criterion. */
  protected sumOfComponents(criterion: Criterion): Figure | undefined {
    const { components } = this
    const parts: Estimate[] = []
    let warnings = NO_WARNINGS
    for (const component of components) {
      const part = component.manufacture(criterion)
      if (part === undefined) return undefined
      parts.push(part.result)
      if (part.warnings !== warnings) warnings = union(warnings, part.warnings)
    }
    return new Figure(
      sum(parts, () => components.map(({ symbol }) => symbol)),
      warnings,
    )
  }

  protected ofAllUnits(power: Estimate): Estimate {
    return power
  }

  /** (P_cpu + P_ram + P_gpu) * (1 + other_consumption_ratio), W, at a load, else as it is used: the model of servers and of instances on them. */
  protected platformPower(load: NumberAttribute | undefined): NumberAttribute {
    const counting: Component[] = []
    const powers: Estimate[] = []
    let warnings = NO_WARNINGS
    for (const component of this.components) {
      const power = component.countedPower(load)
      if (power === undefined) {
        const { powerLeftOut } = component
        if (powerLeftOut !== undefined) warnings = union(warnings, [powerLeftOut])
        continue
      }
      counting.push(component)
      powers.push(power)
      const ofPower = component.usage.avgPower?.warnings ?? NO_WARNINGS
      if (ofPower.length > 0) warnings = union(warnings, ofPower)
    }
    const counted = sum(powers, () => counting.map(({ symbol }) => symbol))
    const ratio = this.usage.otherConsumptionRatio
    const power =
      ratio === undefined ? counted : sum([counted, otherPower.of(counted, ratio)], () => ['counted', 'other'])
    return described('COMPLETED', power, 'W', '(CPU + RAM + GPU) * (1 + other_consumption_ratio)', warnings)
  }
}

/** Impact of making whole devices: the published factor of such a device, times units. */
export function genericImpact(factor: Estimate | undefined, units: Estimate): Figure | undefined {
  return factor && new Figure(makingOfUnits.of(factor, units), GENERIC_DATA)
}

/** One device, where no number is given. */
const ONE_DEVICE = leaf('defaults.device.units', 'ARCHETYPE', exact(1), undefined, ONE)

/** How many devices: given, or one. */
export function deviceUnits(given: number | undefined, at: string): NumberAttribute {
  return givenOrTypical(given, `${at}.units`, undefined) ?? ONE_DEVICE
}
