import { useMemo, useState } from 'preact/hooks'
import { StackedBars } from '../charts/stacked-bars.tsx'
import { Treemap } from '../charts/treemap.tsx'
import { countText, roundedText } from '../results/number-text.ts'
import type { Scale } from '../results/scale.ts'
import type { GroupSums, RowGroup } from './groupings.ts'

interface Props {
  readonly groupings: readonly GroupSums[]
  readonly scale: Scale
  /** Whether rows are lines of a bill, whose hours and GB have no sum. */
  readonly isBill: boolean
}

const PHASES = [
  { name: 'embedded', words: 'embodied' },
  { name: 'use', words: 'use' },
  { name: 'building', words: 'building of the data centre' },
] as const

/**
 * The rows of a fleet grouped by kind, place, team or any other column: making and use of each group as stacked bars.
 */
export function FleetGroups({ groupings, scale, isBill }: Props) {
  const [chosen, choose] = useState('')
  const sums = groupings.find(({ grouping }) => grouping.name === chosen) ?? (groupings[0] as GroupSums)
  const { name: shown } = sums.grouping
  const groups = useMemo(() => sums.groups(), [sums])
  const [isTreemap, setTreemap] = useState(false)
  return (
    <section class="panel" aria-labelledby="fleet-groups-title">
      <div class="panel-head">
        <h2 id="fleet-groups-title">Groups</h2>
        <div class="toolbar">
          <fieldset class="tabs" aria-label="Groups as">
            <button type="button" class="chip" aria-pressed={!isTreemap} onClick={() => setTreemap(false)}>
              Bars
            </button>
            <button type="button" class="chip" aria-pressed={isTreemap} onClick={() => setTreemap(true)}>
              Treemap
            </button>
          </fieldset>
          <label class="inline" for="fleet-group-by">
            Group by
            <select id="fleet-group-by" value={shown} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              {groupings.map(({ grouping: { name } }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <GroupsPicture groups={groups} name={shown} scale={scale} isBill={isBill} isTreemap={isTreemap} />
    </section>
  )
}

interface PictureProps {
  readonly groups: readonly RowGroup[]
  readonly name: string
  readonly scale: Scale
  readonly isBill: boolean
  readonly isTreemap: boolean
}

function GroupsPicture({ groups, name, scale: { unit, by }, isBill, isTreemap }: PictureProps) {
  const phases = PHASES.filter((phase) => phase.name !== 'building' || groups.some(({ building }) => building > 0))
  const picture = {
    unit,
    groups: groups.map((group) => ({
      ...group,
      total: group.total * by,
      values: phases.map((phase) => group[phase.name] * by),
    })),
    table: {
      head: [
        ...['Group', 'Rows', ...(isBill ? [] : ['Quantity'])],
        ...['Embodied', 'Use', 'Building', 'Total'].map((figure) => `${figure} (${unit})`),
        'Rows with partial figures',
      ],
      rows: groups.map((group) => [
        group.name,
        ...[group.rows, ...(isBill ? [] : [group.quantity])].map(countText),
        ...[group.embedded, group.use, group.building, group.total].map((sum) => roundedText(sum * by)),
        countText(group.unknown),
      ]),
    },
  }
  return isTreemap ? (
    <Treemap {...picture} title={`Total by ${name}`} />
  ) : (
    <StackedBars {...picture} title={`Embodied and use by ${name}`} stacks={phases} />
  )
}
