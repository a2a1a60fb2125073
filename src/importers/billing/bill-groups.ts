import { BILL_FORMATS, plainColumn } from './bill-formats.ts'

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

/** How to read the group of a line from its cells; undefined where no column has it. An empty text is of no group. */
export function billGroupOf(
  group: BillGroup,
  columns: readonly string[],
): ((cells: Readonly<Record<string, string>>) => string) | undefined {
  const found = COLUMNS[group].flatMap((plain) => columns.filter((column) => plainColumn(column) === plain))
  if (found.length === 0) return undefined
  return (cells) => {
    const cell = found.map((column) => cells[column]?.trim() ?? '').find((each) => !/^(null)?$/i.test(each)) ?? ''
    return group === 'month' ? monthOf(cell) : cell
  }
}

/** The month of a date: `2026-10` for `2026-10-01`, `20261001` and `10/01/2026`; empty for other text. */
function monthOf(day: string): string {
  const [, year, month] = /^(\d{4})-?(\d\d)/.exec(day) ?? []
  if (year !== undefined) return `${year}-${month}`
  const [, american, of] = /^(\d\d)\/\d\d\/(\d{4})/.exec(day) ?? []
  return of === undefined ? '' : `${of}-${american}`
}
