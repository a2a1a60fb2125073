import type { Boundary, ShownImpactFragment } from '../../generated/explorer-operations.ts'
import { PHASES, type Phase } from '../charts/chart.tsx'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { csvText, download } from './download.ts'

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
  /** Of what stands in a data centre: whether its share of that counts. */
  readonly boundary: Boundary
  readonly criterion: string
  readonly unit: string
  /** `energy` is the electricity of use, in kWh, without a criterion. */
  readonly phase: Phase | 'total' | 'energy'
  readonly value: number
  readonly min: number
  readonly max: number
  /** The likely range, 5 to 95 %; empty for parts and energy. */
  readonly low: number | string
  readonly high: number | string
  readonly data_release: string
  /** Address of the page with this figure. */
  readonly address: string
}

type WholeImpact = SubjectResult['impacts'][number]

const FIGURES = [...PHASES, 'total'] as const

/** Every figure of the charts: each subject as a whole, and each of its parts. */
function figureRows(results: readonly SubjectResult[], catalogue: Catalogue, address: string): readonly FigureRow[] {
  return results.flatMap(({ name, impacts, components, request, usage, energy }) => {
    const about = {
      quantity: request.quantity,
      location: usage.usageLocation === null ? '' : locationName(usage.usageLocation.value, catalogue),
      load: usage.timeWorkload?.value ?? '',
      duration_hours: request.duration ?? '',
      boundary: request.boundary,
    }
    const rowsOf = (component: string, own: readonly (ShownImpactFragment | WholeImpact)[]) =>
      own.flatMap((impact) =>
        FIGURES.flatMap((phase): readonly FigureRow[] => {
          const figure = impact[phase]
          if (figure === null) return []
          const { criterion, unit } = impact
          const { value, min, max } = figure
          const { low, high } = 'likely' in figure ? figure.likely : { low: '', high: '' }
          const figures = {
            criterion,
            unit,
            phase,
            value,
            min,
            max,
            low,
            high,
            data_release: catalogue.release,
            address,
          }
          return [{ subject: name, component, ...about, ...figures }]
        }),
      )
    const drawn: readonly FigureRow[] =
      energy === null
        ? []
        : [
            {
              subject: name,
              component: '',
              ...about,
              criterion: '',
              unit: 'kWh',
              phase: 'energy',
              value: energy.value,
              min: energy.min,
              max: energy.max,
              low: '',
              high: '',
              data_release: catalogue.release,
              address,
            },
          ]
    const parts = request.kind === 'component' ? [] : components
    return [...rowsOf('', impacts), ...drawn, ...parts.flatMap((part) => rowsOf(part.label, part.impacts))]
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
  const rows = () => figureRows(results, catalogue, location.href)
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
