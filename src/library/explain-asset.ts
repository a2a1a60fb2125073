import type { Asset } from '../engine/assessment/asset.ts'
import type { Span } from '../engine/assessment/impact.ts'
import { Component } from '../engine/components/component.ts'
import { Device } from '../engine/devices/device.ts'
import { Equipment } from '../engine/devices/equipment.ts'
import { Terminal } from '../engine/devices/terminal.ts'
import { WholeDevice } from '../engine/devices/whole-device.ts'
import type { Attribute } from '../engine/values/attribute.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { boundsOf } from './figure-row.ts'

/** An attribute behind figures: its value, its source and its bounds. */
export interface ExplainedAttribute {
  /** Name of the attribute in snake_case, as in REST. */
  readonly name: string
  readonly value: number | string
  readonly min?: number
  readonly max?: number
  readonly unit?: string
  /** INPUT, CHANGED, COMPLETED, ARCHETYPE or DEFAULT. */
  readonly status: string
  readonly source?: string
}

/** A part of an asset, with its attributes and embedded impacts. */
export interface ExplainedPart {
  /** Label of the part, such as `CPU-1`, or `all` for the whole asset. */
  readonly label: string
  readonly attributes: readonly ExplainedAttribute[]
  /** Impacts by criterion. Null without a factor. */
  readonly embedded: Readonly<Partial<Record<Criterion, Range | null>>>
}

/**
 * Every attribute behind the figures of an asset: what its maker published of the model, those of its use, then part by
 * part.
 */
export function explainAsset(asset: Asset, criteria: readonly Criterion[], span: Span): readonly ExplainedPart[] {
  const { usage } = asset
  const whole = {
    hours_life_time: usage.hoursLifeTime,
    usage_location: usage.usageLocation,
    avg_power: usage.avgPower,
    mean_power: usage.meanPower,
    use_time_ratio: usage.useTimeRatio,
    other_consumption_ratio: usage.otherConsumptionRatio,
    ...descriptionOf(asset),
  }
  const embeddedOf = (part: Asset) =>
    Object.fromEntries(
      criteria.map((criterion) => {
        const { embedded } = part.impact(criterion, span)
        return [criterion, embedded ? boundsOf(embedded) : null]
      }),
    )
  const factors = criteria.map((criterion) => [`${criterion}_factor`, usage.electricityFactor(criterion)] as const)
  const all = { ...whole, ...Object.fromEntries(factors) }
  const own = Object.entries(all).flatMap(([name, attribute]) => (attribute ? [{ name, attribute }] : []))
  const parts = asset instanceof Device ? asset.components : asset instanceof Component ? [asset] : []
  return [
    { label: 'all', attributes: [...byMakerOf(asset), ...own.map(explained)], embedded: embeddedOf(asset) },
    ...parts.map((part) => ({
      label: part.label,
      attributes: part.attributes.map(explained),
      embedded: embeddedOf(part),
    })),
  ]
}

/** What a device is, as far as its figures follow from it, and the caller's figure of making it. */
function descriptionOf(asset: Asset): Readonly<Record<string, Attribute | undefined>> {
  const own = asset instanceof Device ? { own_making: asset.ownMaking?.of } : {}
  if (asset instanceof Equipment) return { ...own, type: asset.type, ports: asset.ports }
  if (!(asset instanceof Terminal)) return own
  const { type, form, storage, inches, year } = asset
  return { ...own, type, form, storage, inches, year }
}

/** Figures by the maker of a model, such as `embedded_by_maker`, whose source names the model and the document. */
function byMakerOf(asset: Asset): readonly ExplainedAttribute[] {
  if (!(asset instanceof WholeDevice)) return []
  return asset.appliedFigures.map(({ covers, value, low, high, unit, maker, model, year, source }) => ({
    name: `${BY_MAKER[covers]}_by_maker`,
    value,
    ...(low !== undefined && high !== undefined && { min: low, max: high }),
    unit,
    status: 'COMPLETED',
    source: [`${maker}, ${year}, ${model}`, ...(source ? [source] : [])].join(': '),
  }))
}

const BY_MAKER = { MAKING: 'making', EMBEDDED: 'embedded', USE: 'electricity' } as const

function explained({ name, attribute }: { readonly name: string; readonly attribute: Attribute }): ExplainedAttribute {
  const { value, status, unit, source } = attribute
  const bounds = 'min' in attribute && attribute.min !== attribute.max ? { min: attribute.min, max: attribute.max } : {}
  return { name, value, ...bounds, ...(unit && { unit }), status, ...(source && { source }) }
}
