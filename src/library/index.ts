/**
 * impactql-core: environmental impacts of servers, cloud instances, laptops and components, computed in your own
 * process. It runs in browsers and edge runtimes as well as in Node.js, because tables come in as values.
 *
 * @example
 * import { Assessor, Releases } from 'impactql-core'
 * import { loadReleases } from 'impactql-core/tables'
 *
 * const releases = new Releases(loadReleases())
 * const assessor = new Assessor(releases.newest)
 * const { impacts } = await assessor.assess({ terminal: { kind: 'LAPTOP' } })
 */

export { DEFAULT_ARCHETYPES, type DefaultArchetypes } from '../catalogue/default-archetypes.ts'
export { NotFoundError } from '../catalogue/not-found-error.ts'
export { type Release, Releases } from '../catalogue/releases.ts'
export { TableError } from '../catalogue/tables/table-error.ts'
export type { OwnTables } from '../catalogue/tables/unpack-releases.ts'
export { fetchReleases } from '../catalogue/tables/unpack-releases.ts'
export type { Tables } from '../catalogue/tables.ts'
export { type Conditions, Scope, type WrittenScope } from '../engine/assessment/computed-for.ts'
export { phasesCounted, UNCOUNTED_REASONS, type UncountedReason } from '../engine/assessment/coverage.ts'
export { type Allocation, BOUNDARIES, type Boundary, USUAL_DURATION } from '../engine/assessment/impact.ts'
export { Distribution } from '../engine/readings/distribution.ts'
export type { ExplanationNode } from '../engine/readings/explanation.ts'
export type { Likely } from '../engine/readings/likely.ts'
export { ASSUMPTIONS, type Assumption } from '../engine/values/assumptions.ts'
export { CRITERIA, CRITERION_CODES, type Criterion, DEFAULT_CRITERIA } from '../engine/values/criteria.ts'
export type { Range } from '../engine/values/range.ts'
export { roundFigure } from '../engine/values/round-figure.ts'
export type { Warning } from '../engine/values/warning.ts'
export { type BillCoverage, coverageOfRows } from '../importers/billing/bill-coverage.ts'
export { ImportError } from '../importers/import-error.ts'
export { type ImportOptions, importFile } from '../importers/import-file.ts'
export type { ImportedFile, ImportedRow } from '../importers/imported.ts'
export { FaultError } from '../input/fault.ts'
export { AssetInput } from '../input/fleet-input.ts'
export { addTotals, isTotals, type ShareOfTotals } from './add-totals.ts'
export type { AssessedImpact, AssessedItem, AssessedPhase, AssessedTotal, Assessment } from './assessor.ts'
export { type AssessOptions, Assessor, type FigureOptions, type FleetItem, spanOf } from './assessor.ts'
export type { AssumedUnits, UnitsOfTotal } from './assumptions.ts'
export type { ComparedItem, Comparison } from './compare-figures.ts'
export { type DriftAnswer, driftOf } from './drift-of.ts'
export type { ExplainedAttribute, ExplainedPart } from './explain-asset.ts'
export { type AssetFault, faultOf } from './fault-of.ts'
export type { ExplainedNode } from './figure-reading.ts'
export { type Driver, FigureReading, type Overrides, type SamplingOptions } from './figure-reading.ts'
export { figureColumns, phasesWithin } from './figure-row.ts'
export type { RowFacts } from './row-facts.ts'
export { likelyColumns, SampleSums, type WrittenSamples } from './sample-sums.ts'
export { type CountedAsset, type Counts, type SummedFigure, Sums, type Totals } from './totals.ts'
export type { UncountedFault, UncountedUnits } from './uncounted.ts'
