import { Asset, type ImpactFigure } from '../devices/assessable.ts'
import { type Attribute, type NumberAttribute, quantity, type TextAttribute, text } from '../figures/attribute.ts'
import type { Criterion } from '../figures/criteria.ts'
import type { NameMatch } from '../figures/name-match.ts'
import { exact, type Range, scale, times } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import type { ConsumptionProfile } from '../use/consumption-profile.ts'
import { type PowerModel, Usage, type UsageBill } from '../use/usage.ts'

export const COMPONENT_KINDS = [
  'ASSEMBLY',
  'CPU',
  'GPU',
  'RAM',
  'SSD',
  'HDD',
  'POWER_SUPPLY',
  'CASE',
  'MOTHERBOARD',
  'FUNCTIONAL_BLOCK',
] as const

export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/** An attribute under its public name, in snake_case as over REST. */
export interface NamedAttribute {
  readonly name: string
  readonly attribute: Attribute
}

/** Where a component stands: alone, or in a device under a label, of which an instance may have a share. */
export interface Place {
  readonly label: string
  readonly device?: Usage
  /** Part of the component that counts, 1 for all of it (a cloud instance has less of its host's). */
  readonly share?: number
}

export const END_OF_LIFE_LEFT_OUT: readonly string[] = ['End of life is not included in the calculation']
export const NO_WARNINGS: readonly string[] = []

/** What every component's bill of materials has. */
export interface ComponentBill {
  readonly kind: ComponentKind
  readonly usage: UsageBill
}

/** A part of a device, or one alone. */
export abstract class Component extends Asset implements PowerModel {
  abstract readonly kind: ComponentKind
  readonly label: string
  readonly usage: Usage
  readonly share: number
  protected readonly makingWarnings: readonly string[] = END_OF_LIFE_LEFT_OUT

  constructor(usage: UsageBill, { label, device, share = 1 }: Place) {
    super()
    this.label = label
    this.share = share
    this.usage = new Usage(usage, this, device)
  }

  abstract get units(): NumberAttribute

  /** Every attribute that is known, in the order in which they are shown. */
  get attributes(): readonly NamedAttribute[] {
    return known({ units: this.units, ...this.ownAttributes() })
  }

  override get warnings(): readonly string[] {
    return union(this.usage.warnings, ...this.names().map((name) => name?.warnings))
  }

  /** Names that the caller may have given. */
  protected names(): readonly (TextAttribute | undefined)[] {
    return []
  }

  protected abstract ownAttributes(): Record<string, Attribute | undefined>

  /** Impact of making all units of the component; undefined where a factor is missing. */
  protected abstract make(criterion: Criterion): Range | undefined

  manufacture(criterion: Criterion): ImpactFigure | undefined {
    const made = this.make(criterion)
    if (made === undefined) return undefined
    const { value, min, max } = this.share === 1 ? made : scale(made, this.share)
    return { value, min, max, warnings: this.makingWarnings }
  }

  /** avg_power is per unit; CPU and RAM, whose models speak of all units, say otherwise. */
  protected power(): Range | undefined {
    const perUnit = this.usage.avgPower
    return perUnit && times(perUnit, this.units)
  }

  /** Power of all units that a device counts as its own. */
  get countedPower(): Range | undefined {
    return undefined
  }

  modelledPower(): NumberAttribute | undefined {
    return undefined
  }

  consumptionProfile(): ConsumptionProfile | undefined {
    return undefined
  }
}

function known(attributes: Record<string, Attribute | undefined>): readonly NamedAttribute[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => (attribute ? [{ name, attribute }] : []))
}

/** What the caller gave (INPUT), else what is typical (ARCHETYPE). */
export function givenOrTypical(
  given: number | undefined,
  typical: Range | undefined,
  unit?: string,
): NumberAttribute | undefined {
  if (given !== undefined) return quantity('INPUT', exact(given), unit)
  return typical && quantity('ARCHETYPE', typical, unit)
}

/** What the caller gave (INPUT), else what a matched row says (COMPLETED), else what is typical (ARCHETYPE). */
export function completeNumber(
  given: number | undefined,
  fromRow: number | undefined,
  typical: Range | undefined,
  unit: string | undefined,
  source: string | undefined,
): NumberAttribute | undefined {
  if (given === undefined && fromRow !== undefined) return quantity('COMPLETED', exact(fromRow), unit, source)
  return givenOrTypical(given, typical, unit)
}

/** One unit, where neither the caller nor the archetype counts them. */
export function unitsOf(given: number | undefined, typical: Range | undefined): NumberAttribute {
  return givenOrTypical(given, typical) ?? ONE_UNIT
}

const ONE_UNIT = quantity('ARCHETYPE', exact(1))

/**
 * A name that the caller gave: INPUT where it is the known name itself, CHANGED where a close one is used, and INPUT with
 * a warning where no known name is meant.
 */
export function nameAttribute(match: NameMatch<unknown>, unit?: string): TextAttribute {
  if (match.name === undefined) return text('INPUT', match.given, unit, undefined, [unknownName(match)])
  if (match.outcome === 'same') return text('INPUT', match.name, unit, 'Known by this name')
  const score = match.score === undefined ? '' : ` (similarity ${Math.round(match.score)} of 100)`
  return text('CHANGED', match.name, unit, `Given as "${match.given}"${score}`)
}

/** A text that was given by name, else that of a matched row, else that of the archetype. */
export function completeText(
  given: NameMatch<unknown> | undefined,
  fromRow: string | undefined,
  typical: string | undefined,
  source: string | undefined,
): TextAttribute | undefined {
  if (given !== undefined) return nameAttribute(given)
  if (fromRow !== undefined) return text('COMPLETED', fromRow, undefined, source)
  return typical === undefined ? undefined : text('ARCHETYPE', typical)
}

function unknownName({ given, nearest }: NameMatch<unknown>): string {
  const closest = nearest.length > 0 ? `; the closest known are ${nearest.join(', ')}` : ''
  return `"${given}" is not known and was left out of the calculation${closest}`
}
