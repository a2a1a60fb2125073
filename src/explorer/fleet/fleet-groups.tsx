import { useId, useMemo, useState } from 'preact/hooks'
import { Axis, barScale, FigureTable, useWidth } from '../charts/chart.tsx'
import { type Catalogue, locationName } from '../form/catalogue.ts'
import { numberText, roundedText } from '../results/number-text.ts'
import { kindOfRow } from './fleet-kind.ts'
import type { AssessedRow } from './fleet-result.ts'
import type { FleetFile } from './read-fleet.ts'

interface Props {
  readonly file: FleetFile
  readonly rows: readonly AssessedRow[]
  readonly catalogue: Catalogue
  readonly unit: string
}

/** What rows are put together by: the name of it, and what each row has there. */
interface Grouping {
  readonly name: string
  readonly of: (row: AssessedRow) => string
}

/** Columns with more different cells are not offered, and more groups are put together as others. */
const MOST_VALUES = 200
const MOST_GROUPS = 12

const PHASES = ['embedded', 'use', 'building'] as const
const PHASE_WORDS = { embedded: 'making', use: 'use', building: 'building' } as const

/** The rows of a fleet put together by kind, place, team or any other column: making and use of each group, as stacked bars. */
export function FleetGroups({ file, rows, catalogue, unit }: Props) {
  const groupings = useMemo(() => groupingsOf(file, rows, catalogue), [file, rows, catalogue])
  const [chosen, choose] = useState('')
  const grouping = groupings.find(({ name }) => name === chosen) ?? (groupings[0] as Grouping)
  const groups = useMemo(() => groupsOf(rows, grouping), [rows, grouping])
  return (
    <section class="panel" aria-labelledby="fleet-groups-title">
      <div class="panel-head">
        <h2 id="fleet-groups-title">Groups</h2>
        <label class="inline" for="fleet-group-by">
          Group by
          <select
            id="fleet-group-by"
            value={grouping.name}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            {groupings.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="legend">
        <span>
          <i class="swatch embedded" /> Making
        </span>
        <span>
          <i class="swatch use" /> Use
        </span>
        {groups.some(({ building }) => building > 0) && (
          <span>
            <i class="swatch building" /> Building of the data centre
          </span>
        )}
      </p>
      <GroupsPicture groups={groups} name={grouping.name} unit={unit} />
    </section>
  )
}

interface Group {
  readonly name: string
  readonly rows: number
  readonly quantity: number
  readonly embedded: number
  readonly use: number
  readonly building: number
  readonly total: number
  /** Rows without a figure in making or in use: what is not known is no 0. */
  readonly unknown: number
}

function groupingsOf({ head, table }: FleetFile, rows: readonly AssessedRow[], catalogue: Catalogue) {
  const columns = (head?.columns ?? []).filter((column) => {
    const values = new Set(table.map((cells) => cells[column] ?? ''))
    return values.size > 1 && values.size <= MOST_VALUES && values.size < Math.max(3, rows.length)
  })
  const tags = columns.filter((column) => /^tag\s*:/i.test(column))
  const groupings: readonly Grouping[] = [
    { name: 'kind', of: ({ row }) => kindOfRow(row.asset) },
    { name: 'place', of: ({ location }) => locationName(location, catalogue) },
    ...[...tags, ...columns.filter((column) => !tags.includes(column))].map((column) => ({
      name: column,
      of: ({ row }: AssessedRow) => row.cells[column]?.trim() || '(empty)',
    })),
  ]
  return groupings
}

/** The largest first; those beyond the twelfth together. */
function groupsOf(rows: readonly AssessedRow[], { of }: Grouping): readonly Group[] {
  const sums = [...Map.groupBy(rows, of)].map(([name, members]) => sumOf(name, members))
  const sorted = sums.toSorted((one, other) => other.total - one.total)
  if (sorted.length <= MOST_GROUPS) return sorted
  const others = sorted.slice(MOST_GROUPS - 1)
  const names = new Set(others.map(({ name }) => name))
  const members = rows.filter((row) => names.has(of(row)))
  return [...sorted.slice(0, MOST_GROUPS - 1), sumOf(`${others.length} others`, members)]
}

function sumOf(name: string, members: readonly AssessedRow[]): Group {
  const sum = (read: (row: AssessedRow) => number | undefined) =>
    members.reduce((all, member) => all + (read(member) ?? 0), 0)
  return {
    name,
    rows: members.length,
    quantity: sum(({ row }) => row.quantity),
    embedded: sum(({ embedded }) => embedded),
    use: sum(({ use }) => use),
    building: sum(({ building }) => building),
    total: sum(({ total }) => total),
    unknown: members.filter(({ embedded, use }) => embedded === undefined || use === undefined).length,
  }
}

const HEAD = 20
const BAR = 16
const ROW = HEAD + BAR + 14

function GroupsPicture({ groups, name, unit }: { readonly groups: readonly Group[]; name: string; unit: string }) {
  const [element, width] = useWidth()
  const id = useId()
  const figures = groups.map(({ total }) => ({ value: total, min: total, max: total }))
  const scale = barScale(figures, width)
  const height = groups.length * ROW + 22
  const caption = `Making and use by ${name}, in ${unit}`
  return (
    <figure class="picture wide">
      <div ref={element}>
        <svg width={width} height={height} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
          <title id={`${id}-title`}>{caption}</title>
          <desc id={`${id}-desc`}>{groups.map((group) => `${group.name}: ${groupText(group)}`).join('. ')}</desc>
          <Axis scale={scale} top={4} bottom={height - 18} />
          {groups.map((group, at) => (
            <g key={group.name} transform={`translate(0 ${at * ROW})`}>
              <text class="row-name" x={6} y={15}>
                {group.name.slice(0, Math.floor(width / 16))}
              </text>
              <text class="row-value" x={width} y={15} text-anchor="end">
                {roundedText(group.total)}
              </text>
              {PHASES.map((phase, index) => {
                const before = PHASES.slice(0, index).reduce((sum, each) => sum + group[each], 0)
                const [from, to] = [scale.at(before), scale.at(before + group[phase])]
                return (
                  <rect
                    key={phase}
                    class={`bar ${phase}`}
                    x={from}
                    y={HEAD}
                    width={Math.max(0, to - from)}
                    height={BAR}
                  >
                    <title>{`${group.name}, ${PHASE_WORDS[phase]}: ${roundedText(group[phase])} ${unit}`}</title>
                  </rect>
                )
              })}
            </g>
          ))}
        </svg>
      </div>
      <FigureTable
        caption={caption}
        head={['Group', 'Rows', 'How many', 'Making', 'Use', 'Building', 'Total', 'Rows not known in full']}
        rows={groups.map((group) => [
          group.name,
          ...[group.rows, group.quantity].map(numberText),
          ...[group.embedded, group.use, group.building, group.total].map(roundedText),
          numberText(group.unknown),
        ])}
      />
    </figure>
  )
}

function groupText(group: Group): string {
  const parts = PHASES.filter((phase) => group[phase] > 0).map(
    (phase) => `${PHASE_WORDS[phase]} ${roundedText(group[phase])}`,
  )
  return parts.length === 0 ? 'not known' : parts.join(', ')
}
