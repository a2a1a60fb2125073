import type { Column, ColumnMap } from './columns.ts'
import { countNamed } from './find-columns.ts'
import { isNamed } from './heading-of.ts'

/** What headings about a part mean, with the name of the column for its number. */
const PARTS: readonly (readonly [Column, string])[] = [
  ['cpu_name', 'CPU count'],
  ['gpu_name', 'GPU count'],
  ['ram_capacity', 'RAM count'],
  ['ssd_capacity', 'SSD count'],
  ['hdd_capacity', 'HDD count'],
  ['capacity', 'Disk count'],
]
/** Headings of parts that have names. */
const NAMED_PARTS: readonly Column[] = ['cpu_name', 'gpu_name']
const NUMBER_SIGN = /^(#|n°|nº|no\.?|nb\.?)$/i

/**
 * The names of columns in a row below a heading, with the heading where that has a meaning: `Model` below `CPU` is `CPU
 * Model`. A heading reaches to the next one.
 */
export function lowerNames(cells: readonly string[], header: readonly string[], map: ColumnMap): readonly string[] {
  return header.map((name, at) => {
    const own = (cells[at] ?? '').trim()
    if (own === '') return name
    return lowerName(own, header.slice(0, at + 1).findLast((each) => each !== '') ?? '', map)
  })
}

function lowerName(own: string, heading: string, map: ColumnMap): string {
  const whole = `${heading} ${own}`.trim()
  const hasMeaning = (name: string) => countNamed([name], map) > 0
  const part = PARTS.find(([column]) => isNamed(heading, column))
  // A number below a part counts parts, and not rows.
  if (part !== undefined && (NUMBER_SIGN.test(own) || isNamed(own, 'quantity')))
    return [whole, `${heading} count`].find((name) => hasMeaning(name) && !NUMBER_SIGN.test(own)) ?? part[1]
  if (hasMeaning(whole)) return whole
  if (part === undefined) return own
  if (isNamed(own, 'model') && NAMED_PARTS.some((column) => isNamed(heading, column))) return heading
  // A number, model or type of a part does not belong to the row.
  const isOfRow = (['quantity', 'model', 'kind', 'label'] as const).some((column) => isNamed(own, column))
  return isOfRow || !hasMeaning(own) ? whole : own
}
