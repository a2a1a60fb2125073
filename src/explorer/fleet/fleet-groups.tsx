import { useMemo, useState } from 'preact/hooks'
import { StackedBars } from '../charts/stacked-bars.tsx'
import { Treemap } from '../charts/treemap.tsx'
import type { Catalogue } from '../form/catalogue.ts'
import { numberText, roundedText } from '../results/number-text.ts'
import type { AssessedRow } from './fleet-result.ts'
import { type Grouping, groupingsOf, groupsOf, type RowGroup } from './groupings.ts'
import type { FleetFile } from './read-fleet.ts'

interface Props {
  readonly file: FleetFile
  readonly rows: readonly AssessedRow[]
  readonly catalogue: Catalogue
  readonly unit: string
}

const PHASES = [
  { name: 'embedded', words: 'embodied' },
  { name: 'use', words: 'use' },
  { name: 'building', words: 'building of the data centre' },
] as const

/**
 * The rows of a fleet grouped by kind, place, team or any other column: making and use of each group as stacked bars.
 */
export function FleetGroups({ file, rows, catalogue, unit }: Props) {
  const groupings = useMemo(() => groupingsOf(file, rows, catalogue), [file, rows, catalogue])
  const [chosen, choose] = useState('')
  const grouping = groupings.find(({ name }) => name === chosen) ?? (groupings[0] as Grouping)
  const groups = useMemo(() => groupsOf(rows, grouping), [rows, grouping])
  const [isTreemap, setTreemap] = useState(false)
  return (
    <section class="panel" aria-labelledby="fleet-groups-title">
      <div class="panel-head">
        <h2 id="fleet-groups-title">Groups</h2>
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
      <GroupsPicture groups={groups} name={grouping.name} unit={unit} isTreemap={isTreemap} />
    </section>
  )
}

interface PictureProps {
  readonly groups: readonly RowGroup[]
  readonly name: string
  readonly unit: string
  readonly isTreemap: boolean
}

function GroupsPicture({ groups, name, unit, isTreemap }: PictureProps) {
  const phases = PHASES.filter((phase) => phase.name !== 'building' || groups.some(({ building }) => building > 0))
  const picture = {
    unit,
    groups: groups.map((group) => ({ ...group, values: phases.map((phase) => group[phase.name]) })),
    table: {
      head: ['Group', 'Rows', 'How many', 'Embodied', 'Use', 'Building', 'Total', 'Rows with partial figures'],
      rows: groups.map((group) => [
        group.name,
        ...[group.rows, group.quantity].map(numberText),
        ...[group.embedded, group.use, group.building, group.total].map(roundedText),
        numberText(group.unknown),
      ]),
    },
  }
  return isTreemap ? (
    <Treemap {...picture} caption={`Total by ${name}, in ${unit}`} />
  ) : (
    <StackedBars {...picture} caption={`Embodied and use by ${name}, in ${unit}`} stacks={phases} />
  )
}
