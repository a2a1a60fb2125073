import type { AssessOptions, Assessor, FleetItem, Warning } from '../library/index.ts'

/** Every warning about an asset, as `impactql assess` writes them in its row. */
export async function warningsOf(
  assessor: Assessor,
  item: FleetItem,
  options: AssessOptions,
): Promise<readonly Warning[]> {
  const [row] = await assessor.figures([item], options)
  return row !== undefined && 'warnings' in row ? row.warnings : []
}
