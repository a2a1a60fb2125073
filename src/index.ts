/**
 * impactql as a library: environmental impacts of servers, cloud instances, terminals and parts, in this process. Runs in
 * browsers and edge runtimes as well as in Node.js: tables come in as values.
 *
 * @example
 * import { Assessor, Releases } from 'impactql'
 * import { loadReleases } from 'impactql/tables'
 *
 * const releases = new Releases(loadReleases())
 * const assessor = new Assessor(releases.newest)
 * const { impacts } = await assessor.assess({ terminal: { kind: 'LAPTOP' } })
 */
export { type Allocation, BOUNDARIES, type Boundary, USUAL_DURATION } from './engine/assessment/impact.ts'
export { CRITERIA, CRITERION_CODES, type Criterion, DEFAULT_CRITERIA } from './engine/figures/criteria.ts'
export type { Range } from './engine/figures/range.ts'
export { roundFigure } from './engine/figures/round-figure.ts'
export type { Warning } from './engine/figures/warning.ts'
export { Distribution } from './engine/readings/distribution.ts'
export type { Driver } from './engine/readings/drivers.ts'
export type { ExplanationNode } from './engine/readings/explanation.ts'
export { ImportError } from './importers/import-error.ts'
export { type ImportOptions, importFile } from './importers/import-file.ts'
export type { ImportedFile, ImportedRow } from './importers/imported.ts'
export { FaultError } from './input/fault.ts'
export { AssetInput } from './input/fleet-input.ts'
export { addTotals, isTotals } from './library/add-totals.ts'
export type { AssessedImpact, AssessedItem, AssessedPhase, Assessment } from './library/assessor.ts'
export { type AssessOptions, Assessor, type FigureOptions, type FleetItem } from './library/assessor.ts'
export type { ComparedItem, Comparison } from './library/compare-figures.ts'
export { type DriftAnswer, driftOf } from './library/drift-of.ts'
export type { ExplainedAttribute, ExplainedPart } from './library/explain-asset.ts'
export { type AssetFault, faultOf } from './library/fault-of.ts'
export { FigureReading, type Overrides, type SamplingOptions } from './library/figure-reading.ts'
export { figureColumns } from './library/figures.ts'
export { Sums, type Totals } from './library/totals.ts'
export { DEFAULT_ARCHETYPES, type DefaultArchetypes } from './reference/default-archetypes.ts'
export { NotFoundError } from './reference/not-found-error.ts'
export { type Release, Releases } from './reference/releases.ts'
export type { Tables } from './reference/tables.ts'
export { fetchReleases, type OwnTables } from './tables/fetch-releases.ts'
export { TableError } from './tables/table-error.ts'
