import type { Boundary, PartImpactFragment } from '../../generated/explorer-operations.ts'
import type { RangedFigure } from '../charts/chart.tsx'
import { FIGURES, type Phase } from '../charts/phases.ts'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { csvText, download } from './download.ts'
import { pageAddress } from './page-address.ts'

/** One figure of a download, with its context. */
type FigureRow = {
  readonly subject: string
  /** Number of units the figures are for. */
  readonly quantity: number
  /** Label of the part; empty for the whole. */
  readonly component: string
  readonly location: string
  /** Percent; empty if it has none. */
  readonly load: number | string
  /** Hours; empty for the whole lifetime. */
  readonly duration_hours: number | string
  /** For equipment in a data centre: whether its share of the data centre counts. */
  readonly boundary: Boundary
  readonly criterion: string
  readonly unit: string
  /** `energy` is the electricity of use, in kWh, without a criterion. */
  readonly phase: Phase | 'total' | 'energy'
  readonly value: number
  readonly min: number
  readonly max: number
  /** The likely range, 5 to 95 %. */
  readonly low: number
  readonly high: number
  /** What the figures are computed for, in one sentence. */
  readonly computed_for: string
  readonly data_release: string
  /** Address of the page with this figure. */
  readonly address: string
}

type RangedImpact = Pick<SubjectResult['impacts'][number], Phase | 'total' | 'criterion' | 'unit'>
type Ranged = Required<RangedFigure>

const withoutBuilding = (part: PartImpactFragment): RangedImpact => ({ ...part, building: null })

/** Every figure of the charts: each subject as a whole, and each of its parts. */
function figureRows(results: readonly SubjectResult[], catalogue: Catalogue, address: string): readonly FigureRow[] {
  return results.flatMap(({ name: subject, impacts, components, request, usage, energy }) => {
    const about = {
      quantity: request.quantity,
      location: usage.usageLocation === null ? '' : locationName(usage.usageLocation.value, catalogue),
      load: usage.timeWorkload?.value ?? '',
      duration_hours: request.duration ?? '',
      boundary: request.boundary,
    }
    const computedFor = (criterion: string) =>
      (impacts.find((each) => each.criterion === criterion) ?? impacts[0])?.computedFor ?? ''
    const rowOf = (
      { component, ...what }: Pick<FigureRow, 'component' | 'criterion' | 'unit' | 'phase'>,
      { value, min, max, likely: { low, high } }: Ranged,
    ): FigureRow => ({
      subject,
      component,
      ...about,
      ...what,
      value,
      min,
      max,
      low,
      high,
      computed_for: computedFor(what.criterion),
      data_release: catalogue.release,
      address,
    })
    const rowsOf = (component: string, own: readonly RangedImpact[]) =>
      own.flatMap((impact) =>
        FIGURES.flatMap((phase) => {
          const { criterion, unit, [phase]: figure } = impact
          return figure ? [rowOf({ component, criterion, unit, phase }, figure)] : []
        }),
      )
    const parts = request.kind === 'component' ? [] : components
    return [
      ...rowsOf('', impacts),
      ...(energy ? [rowOf({ component: '', criterion: '', unit: 'kWh', phase: 'energy' }, energy)] : []),
      ...parts.flatMap((part) => rowsOf(part.label, part.impacts.map(withoutBuilding))),
    ]
  })
}

/**
 * `impactql-m5.xlarge-vs-m6g.xlarge-france-1y-2026.11.csv`: a description in characters that every file system accepts.
 */
function fileName(results: readonly SubjectResult[], catalogue: Catalogue, ending: string): string {
  const names = results.map(({ name }) => name)
  const places = new Set(
    results.flatMap(({ usage }) => (usage.usageLocation ? [locationName(usage.usageLocation.value, catalogue)] : [])),
  )
  const hours = results[0]?.request.duration
  const duration = hours === undefined ? 'lifetime' : hours % 8760 === 0 ? `${hours / 8760}y` : `${hours}h`
  const parts = ['impactql', names.join('-vs-'), [...places].join('-'), duration, catalogue.release]
  const plain = parts.map((part) =>
    part
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/^-|-$/g, ''),
  )
  return `${plain
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 150)}.${ending}`
}

interface Props {
  readonly results: readonly SubjectResult[]
  readonly catalogue: Catalogue
}

/** The figures as files. */
export function DownloadButtons({ results, catalogue }: Props) {
  const rows = () => figureRows(results, catalogue, pageAddress())
  return (
    <div class="downloads">
      <button
        type="button"
        class="quiet"
        onClick={() => download(fileName(results, catalogue, 'csv'), 'text/csv', csvText(rows()))}
      >
        Download CSV
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() =>
          download(fileName(results, catalogue, 'json'), 'application/json', `${JSON.stringify(rows(), null, 2)}\n`)
        }
      >
        Download JSON
      </button>
    </div>
  )
}
