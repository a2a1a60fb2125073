import { BILL_FORMATS, plainColumn } from './bill-formats.ts'
import { DAY } from './net-shares.ts'

const fieldsOf = (field: 'service' | 'region') => BILL_FORMATS.flatMap(({ fields }) => fields[field] ?? [])

/** What people group the lines of a bill by, and the columns that may have it, by plain names, the best first. */
const COLUMNS = {
  service: fieldsOf('service'),
  region: fieldsOf('region'),
  account: [
    ...['subaccountname', 'subaccountid', 'billingaccountname', 'billingaccountid'],
    ...['lineitemusageaccountname', 'lineitemusageaccountid', 'billpayeraccountid'],
    ...['subscriptionname', 'subscriptionid', 'projectname', 'projectid'],
  ],
  month: BILL_FORMATS.flatMap(({ day }) => day),
} as const

export type BillGroup = keyof typeof COLUMNS

export const BILL_GROUPS = Object.keys(COLUMNS) as readonly BillGroup[]

/**
 * How to read the group of a line from its cells; undefined where no column has it. An empty text is of no group. For
 * `month` it reads the day. `monthOf` turns that into a month once the order of day and month is known.
 */
export function billGroupOf(
  group: BillGroup,
  columns: readonly string[],
): ((cells: Readonly<Record<string, string>>) => string) | undefined {
  const found = COLUMNS[group].flatMap((plain) => columns.filter((column) => plainColumn(column) === plain))
  if (found.length === 0) return undefined
  const cellOf = (cells: Readonly<Record<string, string>>) =>
    found.map((column) => cells[column]?.trim() ?? '').find((each) => !/^(null)?$/i.test(each)) ?? ''
  return group === 'month' ? (cells) => cellOf(cells).slice(0, DAY) : cellOf
}

/**
 * A date with the day before the month, as only a number above 12 tells: `13/10/2026`. A column with such a date has
 * the day first in all its dates with slashes. Databases read the pattern, too.
 */
export const DAY_FIRST = '^(1[3-9]|2[0-9]|3[01])/[0-9][0-9]/[0-9]{4}'

/** Whether the days of a bill have the day before the month. */
export function isDayFirst(days: readonly string[]): boolean {
  const first = new RegExp(DAY_FIRST)
  return days.some((day) => first.test(day))
}

/**
 * The month of a date: `2026-10` for `2026-10-01`, `20261001` and `10/01/2026`, and for `01/10/2026` if the day is
 * first; empty for other text.
 */
export function monthOf(day: string, isDayFirst: boolean): string {
  const [, year, month] = /^(\d{4})-?(\d\d)/.exec(day) ?? []
  if (year !== undefined) return `${year}-${month}`
  const [, first = '', second = '', of] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(day) ?? []
  const numbers = isDayFirst ? [second, first] : [first, second]
  const known = numbers.find((each) => Number(each) >= 1 && Number(each) <= 12)
  return of === undefined || known === undefined ? '' : `${of}-${known}`
}
