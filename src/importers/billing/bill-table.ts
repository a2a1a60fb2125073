import type { BillColumns, TableReader } from '../table/table-reader.ts'
import { uniqueNames } from '../table/unique-names.ts'
import { type BillFormat, columnsOf, LINE_FIELDS, type LineField, placedCosts } from './bill-formats.ts'
import { readBillLine } from './read-bill-line.ts'

/**
 * A bill as assets. Each line is one unit of what it counts, times its amount. Units are an instance for an hour, a GB
 * for an hour, or a GB transferred, so that 24 hours of one and an hour of 24 are the same. Other lines are left out
 * with a reason.
 */
export function billTable(header: readonly string[], format: BillFormat): TableReader {
  const columns = columnsOf(header)
  const found = (names: readonly string[] | undefined) =>
    names?.map((name) => columns.get(name)).find((at) => at !== undefined)
  const fields = LINE_FIELDS.flatMap((field): readonly (readonly [LineField, number])[] => {
    const at = found(format.fields[field])
    return at === undefined ? [] : [[field, at]]
  })
  const keys = [...new Set(fields.map(([, at]) => at))]
  const at = (field: LineField) => fields.find(([each]) => each === field)?.[1]
  const label = found(format.resource)
  const quantity = found(format.quantity) as number
  const bill: BillColumns = {
    costs: placedCosts(format, columns),
    credits: found(format.credits),
    charge: at('charge'),
    service: at('service') ?? at('serviceCode'),
    currency: found(format.currency),
    day: found(format.day),
  }
  const amounts = bill.costs.flatMap(({ plus, minus }) => [...plus, ...(minus === undefined ? [] : [minus])])
  const otherwise = new Map<number, number>()
  const [unit, otherQuantity, otherUnit] = [
    at('unit'),
    found([format.otherwise?.quantity ?? '']),
    found([format.otherwise?.unit ?? '']),
  ]
  if (unit !== undefined && otherQuantity !== undefined && otherUnit !== undefined && otherQuantity !== quantity) {
    otherwise.set(quantity, otherQuantity).set(unit, otherUnit)
  }
  const others = [
    label,
    ...otherwise.values(),
    bill.credits,
    bill.currency,
    bill.day,
    ...amounts,
    ...bill.costs.map(({ named }) => named),
    ...format.account.map((name) => columns.get(name)),
  ]
  const read = new Set([...keys, quantity, ...others.filter((each) => each !== undefined)])
  return {
    format: format.name,
    keys,
    label,
    quantity,
    numbers: [...new Set([quantity, ...[otherwise.get(quantity)].filter((each) => each !== undefined), ...amounts])],
    isCounted: false,
    names: uniqueNames(header),
    readAs: header.map((name, place) => (read.has(place) ? name : undefined)),
    open: [],
    lacks: { quantity: false, place: false },
    tags: [],
    bill,
    otherwise,
    read(cells) {
      const line: Partial<Record<LineField, string>> = {}
      for (const [field, place] of fields) {
        const cell = cells[keys.indexOf(place)]?.trim() ?? ''
        // Exports write a missing value as empty or NULL.
        if (cell !== '' && cell.toUpperCase() !== 'NULL') line[field] = cell
      }
      return readBillLine(line, format)
    },
  }
}
