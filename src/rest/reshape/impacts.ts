import type { FigureFragment, ImpactFragment } from '../../generated/rest-operations.ts'
import { decimal, type Json } from '../json.ts'
import { warnings } from './attribute.ts'

/** What stands where a phase has no factor. */
const NOT_IMPLEMENTED = 'not implemented'

/** `{gwp: {unit, description, embedded, use}}`, in the order asked for. */
export function reshapeImpacts(impacts: readonly ImpactFragment[]): Json {
  return Object.fromEntries(
    impacts.map(({ criterion, unit, description, embedded, use }) => [
      criterion.toLowerCase(),
      { unit, description, embedded: reshapeFigure(embedded), use: reshapeFigure(use) },
    ]),
  )
}

function reshapeFigure(figure: FigureFragment | null): Json {
  if (figure === null) return NOT_IMPLEMENTED
  const { value, min, max } = figure
  return { value: decimal(value), min: decimal(min), max: decimal(max), ...warnings(figure) }
}
