import type { Explorer } from './explorer.ts'

export interface Figure {
  readonly value: number
  readonly min: number
  readonly max: number
  /** Unrounded. */
  readonly exact: number
  readonly likely: { readonly low: number; readonly high: number }
}

export interface Impact {
  readonly criterion: string
  readonly embedded: Figure | null
  readonly use: Figure | null
  readonly building: Figure | null
  readonly total: Figure | null
}

/**
 * The impacts of an instance of AWS over one year, with its data centre, from the API. Default usage: France at 30 %.
 */
export async function instanceImpacts(
  ask: Explorer['ask'],
  instanceType: string,
  usage = 'usageLocation: "FRA", timeWorkload: 30',
): Promise<readonly Impact[]> {
  const figure = '{ value min max exact: value(exact: true) likely { low high } }'
  const data = await ask(
    `{ cloudInstance(input: {provider: "aws", instanceType: "${instanceType}", usage: {${usage}}}) {
      impacts(duration: 8760, boundary: DATA_CENTRE) {
        criterion embedded ${figure} use ${figure} building ${figure} total ${figure} }
    } }`,
  )
  return (data as { cloudInstance: { impacts: readonly Impact[] } }).cloudInstance.impacts
}
