import { checkAsset } from '../check-asset.ts'
import type { Reading } from '../imported.ts'
import type { TableReader } from '../table/table-reader.ts'
import { hoursPerUnit } from './hours-per-unit.ts'
import { instanceTypeIn } from './instance-type-in.ts'
import { providerOf } from './provider-of.ts'

/**
 * Columns of the FinOps Open Cost and Usage Specification, 1.0 to 1.2 (https://focus.finops.org/focus-specification/), that
 * decide what a line of a bill is. Those that a version does not have are left out.
 */
const KEYS = [
  'ProviderName',
  'ChargeCategory',
  'ChargeClass',
  'CommitmentDiscountStatus',
  'ServiceName',
  'ResourceType',
  'SkuPriceDetails',
  'SkuMeter',
  'ChargeDescription',
  'RegionId',
  'RegionName',
  'ConsumedUnit',
] as const

type Line = Readonly<Partial<Record<(typeof KEYS)[number], string>>>

/** Whether a header is that of a FOCUS export; databases write its names in lower case. */
export function isFocus(header: readonly string[]): boolean {
  return ['ChargeCategory', 'ConsumedUnit', 'ConsumedQuantity'].every((name) => placeOf(header, name) >= 0)
}

function placeOf(header: readonly string[], name: string): number {
  const lower = name.toLowerCase()
  return header.findIndex((each) => each.length === name.length && each.toLowerCase() === lower)
}

/**
 * A bill as assets: each line of usage of a virtual machine is that instance for an hour, as many times as it has hours, so
 * that 24 hours of one and an hour of 24 are the same. What is no such line is left out with its reason.
 */
export function focusTable(header: readonly string[]): TableReader {
  const columns = KEYS.filter((name) => placeOf(header, name) >= 0)
  const labels = ['ResourceName', 'ResourceId'].map((name) => placeOf(header, name)).filter((at) => at >= 0)
  return {
    format: 'focus',
    keys: columns.map((name) => placeOf(header, name)),
    label: labels.at(-1),
    quantity: placeOf(header, 'ConsumedQuantity'),
    numbers: [placeOf(header, 'ConsumedQuantity')],
    isCounted: false,
    read(cells) {
      const line: Partial<Record<(typeof KEYS)[number], string>> = {}
      for (const [at, name] of columns.entries()) {
        const cell = cells[at]?.trim() ?? ''
        // Exports write what is not there as nothing or as NULL.
        if (cell !== '' && cell.toUpperCase() !== 'NULL') line[name] = cell
      }
      return readLine(line)
    },
  }
}

function readLine(line: Line): Reading {
  const category = line.ChargeCategory?.toLowerCase() ?? ''
  if (category !== 'usage') return { skipped: `no usage but ${category === '' ? 'no category' : `a ${category}`}` }
  if (line.ChargeClass?.toLowerCase() === 'correction') return { skipped: 'a correction of an earlier bill' }
  if (line.CommitmentDiscountStatus?.toLowerCase() === 'unused') return { skipped: 'a commitment that nothing used' }
  const provider = providerOf(line.ProviderName ?? '')
  if (provider === undefined) return { skipped: `no known provider: "${(line.ProviderName ?? '').slice(0, 60)}"` }
  const hours = hoursPerUnit(line.ConsumedUnit ?? '')
  if (hours === undefined)
    return { skipped: `not measured in hours but in ${(line.ConsumedUnit ?? 'nothing').slice(0, 60)}` }
  const found = instanceTypeIn(provider, line)
  if ('skipped' in found) return found
  const region = line.RegionId ?? line.RegionName
  const checked = checkAsset({
    cloudInstance: { provider, instanceType: found.type, ...(region !== undefined && { usage: { region } }) },
  })
  if ('fault' in checked) return { ...checked, quantity: hours }
  return { label: '', quantity: hours, asset: checked.asset, duration: 1 }
}
