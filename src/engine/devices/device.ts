import { Asset } from '../assessment/asset.ts'
import { Figure } from '../assessment/impact.ts'
import {
  type Component,
  type ComponentKind,
  ONE,
  type Position,
  type PowerInWhole,
  type Whole,
} from '../components/component.ts'
import { type AnyComponentBill, componentOf } from '../components/component-of.ts'
import { makingOfUnits } from '../formulas/manufacturing.ts'
import { otherPower } from '../formulas/power.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import type { Usage } from '../use/usage.ts'
import { described, leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import { sum } from '../values/formula.ts'
import { givenOrTypical } from '../values/given-or-typical.ts'
import { perObject } from '../values/per-object.ts'
import { type Estimate, exact } from '../values/range.ts'
import { NO_WARNINGS, union, type Warning, warning } from '../values/warning.ts'
import type { OwnMaking } from './making.ts'
import type { ServerPower } from './server-power.ts'

/** The warning on a device assessed by the published figure of similar devices. */
export const GENERIC_DATA: readonly Warning[] = [
  warning('GENERIC_DATA', 'The figures are those of devices of this kind in general'),
]

/** The warning on criteria other than climate change, which lack a part. */
const REST_LEFT_OUT: readonly Warning[] = [
  warning('PARTS_LEFT_OUT', 'The rest of the server (network card, fans, cables and the like) is not included'),
]

const withRestLeftOut = perObject((warnings: readonly Warning[]) => union(warnings, REST_LEFT_OUT))

/** A component, and the device's share of it (undefined for all of it). */
export interface LabelledBill {
  readonly bill: AnyComponentBill
  readonly label: string
  readonly share?: Estimate
}

/** A device made of components. */
export abstract class Device extends Asset implements Whole {
  private made: readonly Component[] | undefined
  abstract override readonly usage: Usage
  readonly componentBills: readonly LabelledBill[]
  /** The error of the manufacturing model, shared by all components; undefined if there is no such model. */
  readonly makingModel: NumberAttribute | undefined

  constructor(componentBills: readonly LabelledBill[], makingModel?: NumberAttribute) {
    super()
    this.componentBills = componentBills
    this.makingModel = makingModel
  }

  abstract override again(): Device

  get units(): NumberAttribute {
    return ONE_DEVICE
  }

  /** The caller's figure of making the device, if given. */
  get ownMaking(): OwnMaking | undefined {
    return undefined
  }

  /** The power of the whole server; undefined where it is the sum of the powers of its parts. */
  get serverPower(): ServerPower | undefined {
    return undefined
  }

  /** The components in display order: by kind, then as described. */
  get components(): readonly Component[] {
    this.made ??= this.componentBills.map(({ bill, label, share }) => componentOf(bill, this.positionOf(label, share)))
    return this.made
  }

  /** Where a component is that has a share of this device's. */
  protected positionOf(label: string, share: Estimate | undefined): Position {
    const { makingModel, serverPower } = this
    const powerInWhole: PowerInWhole | undefined = serverPower && {
      partOf: (component, load) => serverPower.partOf(component, this.components, load),
      get countsOverhead() {
        return serverPower.countsOverhead
      },
    }
    return { label, share, device: this.usage, whole: this, makingModel, powerInWhole }
  }

  componentsOf(kind: ComponentKind): readonly Component[] {
    return this.components.filter((component) => component.kind === kind)
  }

  componentNamed(label: string): Component | undefined {
    return this.components.find((component) => component.label === label)
  }

  protected override gatherWarnings(): readonly Warning[] {
    return union(
      this.usage.warnings,
      this.serverPower?.warnings,
      ...this.components.map((component) => component.warnings),
    )
  }

  consumptionProfile(): ConsumptionProfile | undefined {
    return undefined
  }

  abstract modelledPower(load?: NumberAttribute): NumberAttribute | undefined

  /**
   * The sum over the components; undefined if one has no factor for the criterion. The rest of a server is an
   * exception: without a factor it is left out with a warning.
   */
  protected sumOfComponents(criterion: Criterion): Figure | undefined {
    const { components } = this
    let leftOut: Component | undefined
    const parts: Estimate[] = []
    let warnings = NO_WARNINGS
    for (const component of components) {
      const part = component.manufacture(criterion)
      if (part === undefined) {
        if (component.kind !== 'REST_OF_SERVER') return undefined
        warnings = withRestLeftOut(warnings)
        leftOut = component
        continue
      }
      parts.push(part.result)
      if (part.warnings !== warnings) warnings = union(warnings, part.warnings)
    }
    return new Figure(
      sum(parts, () => components.flatMap((each) => (each === leftOut ? [] : [each.symbol]))),
      warnings,
    )
  }

  protected ofAllUnits(power: Estimate): Estimate {
    return power
  }

  /**
   * Power in W at a load, else as used: that of measured servers, or in earlier releases (P_cpu + P_ram + P_gpu) * (1 +
   * other_consumption_ratio). Servers and instances on them use this model.
   */
  protected platformPower(load: NumberAttribute | undefined): NumberAttribute {
    const { serverPower } = this
    if (serverPower !== undefined) {
      const leftOut = this.components.flatMap(({ powerLeftOut }) => powerLeftOut ?? [])
      return described('COMPLETED', serverPower.power(this.components, load), 'W', serverPower.source, leftOut)
    }
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

/** Impact of making whole devices: their published factor times units. */
export function genericImpact(factor: Estimate | undefined, units: Estimate): Figure | undefined {
  return factor && new Figure(makingOfUnits.of(factor, units), GENERIC_DATA)
}

/** One device, if the input gives no number. */
const ONE_DEVICE = leaf({ table: 'defaults', row: 'device', column: 'units' }, 'ARCHETYPE', exact(1), undefined, ONE)

/** The number of devices from the input, else one. */
export function deviceUnits(given: number | undefined, at: string): NumberAttribute {
  return givenOrTypical(given, at, 'units', undefined) ?? ONE_DEVICE
}
