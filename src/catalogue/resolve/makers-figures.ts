import type { MakersFigure, MakersFigures, TerminalBill } from '../../engine/devices/terminal.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { leaf } from '../../engine/values/attribute.ts'
import { Cell } from '../../engine/values/cell.ts'
import { CRITERIA } from '../../engine/values/criteria.ts'
import { exact } from '../../engine/values/range.ts'
import type { TerminalInput } from '../../input/device-input.ts'
import { known } from '../known.ts'
import type { DeviceModel, PublishedFigure } from '../tables.ts'

/** Hours of a year in thousands: kWh a year divided by it are the mean power in W. */
const KILOHOURS_PER_YEAR = 8.76

/** What the maker published of a model: of making it, and of its electricity. */
export interface ChosenFigures {
  readonly making?: PublishedFigure
  readonly electricity?: PublishedFigure
}

/**
 * The figures that the maker published of a model in this configuration. Without a storage in the input, those of the
 * configuration with the least impact, which is the base one. Undefined if there are none, or if the caller asks for
 * ours.
 */
export function chosenFigures(model: DeviceModel | undefined, input: TerminalInput): ChosenFigures | undefined {
  const { figures = 'MAKER', storage, form } = input
  const fitting = (model?.figures ?? []).filter(({ asset: { terminal } }) => {
    const isOfForm = form === undefined || terminal?.form === undefined || terminal.form === form
    return isOfForm && (storage === undefined || terminal?.storage === undefined || terminal.storage === storage)
  })
  if (figures === 'MODEL' || fitting.length === 0) return undefined
  const least = (isWanted: (figure: PublishedFigure) => boolean) =>
    fitting.filter(isWanted).toSorted((a, b) => a.value - b.value)[0]
  return known({
    making: least(({ covers }) => covers !== 'USE'),
    electricity: least(({ covers }) => covers === 'USE'),
  })
}

/** Typical use with the power that follows from the electricity of a year that the maker states. */
export function usageByMaker(usage: UsageArchetype, { electricity }: ChosenFigures): UsageArchetype {
  const { useTimeRatio } = usage
  if (electricity === undefined || useTimeRatio === undefined) return usage
  const { value } = electricity
  const source = `${value} kWh a year, by ${electricity.maker}, ${electricity.year}: ${electricity.source ?? ''}`
  const power = exact(value / (KILOHOURS_PER_YEAR * useTimeRatio.numbers.value))
  const of = { table: 'published', row: nameOf(electricity), column: 'avg_power', property: 'avg_power' } as const
  return { ...usage, avgPower: new Cell(of, power, source, 'COMPLETED') }
}

/** The figures as the bill of a terminal has them, beside the `modelled` bill. */
export function makersBill({ making, electricity }: ChosenFigures, modelled: TerminalBill): MakersFigures {
  const source = making && `By ${making.maker}, ${making.year}: ${making.source ?? ''}`
  const of = making && ({ table: 'published', row: nameOf(making), column: 'making', criterion: 'gwp' } as const)
  return {
    figures: [making, electricity].flatMap((figure) => (figure === undefined ? [] : [stated(figure)])),
    ...(making &&
      of && {
        making: {
          of: stated(making),
          figure: leaf(of, 'COMPLETED', exact(making.value), CRITERIA.gwp.unit, source),
        },
      }),
    modelled,
  }
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
