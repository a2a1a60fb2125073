import type { SizeOfTerminal, TerminalBill } from '../../engine/devices/terminal.ts'
import type { MakersFigure, MakersFigures } from '../../engine/devices/whole-device.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { leaf } from '../../engine/values/attribute.ts'
import { Cell } from '../../engine/values/cell.ts'
import { CRITERIA } from '../../engine/values/criteria.ts'
import { exact } from '../../engine/values/range.ts'
import type { TerminalInput } from '../../input/device-input.ts'
import { known } from '../known.ts'
import { modelAndYear } from '../model-and-year.ts'
import { powerInUse } from '../power-in-use.ts'
import type { DeviceModel, PublishedFigure } from '../tables.ts'

/** Sizes that differ less are the same. */
const SAME_SIZE = 0.05

/** What the maker published of a model: of making it, and of its electricity. */
export interface ChosenFigures {
  readonly making?: PublishedFigure
  readonly electricity?: PublishedFigure
}

/**
 * The figures that the maker published of a model in this configuration. Without a storage in the input, those of the
 * configuration with the least impact, which is the base one. Undefined if there are none.
 */
export function chosenFigures(
  model: DeviceModel | undefined,
  { storage, inches, form }: Pick<TerminalInput, 'storage' | 'inches' | 'form'>,
): ChosenFigures | undefined {
  const fitting = (model?.figures ?? []).filter(({ asset: { terminal } }) => {
    const isOfForm = form === undefined || terminal?.form === undefined || terminal.form === form
    return isOfForm && isAbout(terminal?.storage, storage) && isAbout(terminal?.inches, inches)
  })
  if (fitting.length === 0) return undefined
  const least = (isWanted: (figure: PublishedFigure) => boolean) =>
    fitting.filter(isWanted).toSorted((a, b) => a.value - b.value)[0]
  return known({
    making: least(({ covers }) => covers !== 'USE'),
    electricity: least(({ covers }) => covers === 'USE'),
  })
}

/** Whether a size may be that of the input: a TB is 1,000 or 1,024 GB, and 23.8 inches are sold as 24. */
export function isAbout(known: number | undefined, given: number | undefined): boolean {
  return known === undefined || given === undefined || Math.abs(known / given - 1) < SAME_SIZE
}

/** What the row of a published figure knows of the model: its storage, screen and year. */
export function ofModel({ making, electricity }: ChosenFigures): Pick<TerminalInput, 'storage' | 'inches' | 'year'> {
  const { storage, inches, year } = (making ?? electricity)?.asset.terminal ?? {}
  return known({ storage, inches, year })
}

/** The size of a device by the row of its model, COMPLETED, in place of the typical one. */
export function sizedByModel(size: SizeOfTerminal, chosen: ChosenFigures): SizeOfTerminal {
  const figure = chosen.making ?? chosen.electricity
  const value = ofModel(chosen)[size.of]
  if (figure === undefined || value === undefined) return size
  const of = { table: 'published', row: nameOf(figure), column: size.of, property: `terminal_${size.of}` } as const
  const source = `Completed from the model ${nameOf(figure)}`
  return { ...size, typical: new Cell(of, exact(value), source, 'COMPLETED') }
}

/** Typical use with the power that follows from the electricity of a year that the maker states. */
export function usageByMaker(usage: UsageArchetype, { electricity }: ChosenFigures): UsageArchetype {
  const { useTimeRatio } = usage
  if (electricity === undefined || useTimeRatio === undefined) return usage
  const { value } = electricity
  const source = `${value} kWh a year, by ${electricity.maker}, ${electricity.year}: ${electricity.source ?? ''}`
  const power = exact(powerInUse(value, useTimeRatio.numbers.value))
  const of = { ...leafOf(electricity, 'avg_power'), property: 'avg_power' }
  return { ...usage, avgPower: new Cell(of, power, source, 'COMPLETED') }
}

/** The figures as the bill of a terminal has them, beside the `modelled` bill. */
export function makersBill(
  { making, electricity }: ChosenFigures,
  modelled: TerminalBill,
): MakersFigures<TerminalBill> {
  const figures = [making, electricity].flatMap((figure) => (figure === undefined ? [] : [stated(figure)]))
  if (making === undefined) return { figures, modelled }
  const source = `By ${making.maker}, ${making.year}: ${making.source ?? ''}`
  const figure = leaf(
    { ...leafOf(making, 'making'), criterion: 'gwp' },
    'COMPLETED',
    exact(making.value),
    CRITERIA.gwp.unit,
    source,
  )
  return { figures, making: { of: stated(making), figure }, modelled }
}

/**
 * A figure of the maker. Its spread is that of the maker's method and of what the model has in common, so that it is
 * drawn once for the configurations of one model.
 */
function leafOf(figure: PublishedFigure, column: 'making' | 'avg_power') {
  const spreadId = `published.${modelAndYear(figure)}.${column}`
  return { table: 'published', row: nameOf(figure), column, spreadId } as const
}

function nameOf({ maker, model }: PublishedFigure): string {
  return `${maker} ${model}`
}

function stated({ value, low, high, unit, covers, maker, model, year, method, source }: PublishedFigure): MakersFigure {
  return known({
    value,
    low,
    high,
    unit: unit as MakersFigure['unit'],
    covers,
    maker,
    model,
    year,
    method,
    source,
  })
}
