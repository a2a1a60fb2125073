import { useState } from 'preact/hooks'
import { numberText } from '../results/number-text.ts'
import type { FleetFault, RowPlace } from './read-fleet.ts'

/** Further faulty rows are only counted. */
const MOST_FAULTS = 50

interface Props {
  readonly faults: readonly FleetFault[]
  /** Whether the totals count the rows, with something else in place of an unknown name. */
  readonly areCounted?: boolean
  readonly onMend: (at: RowPlace, cells: Readonly<Record<string, string>>) => void
}

/** Faulty rows with their fault and cells, editable in place. */
export function FleetFaults({ faults, areCounted = false, onMend }: Props) {
  const title = areCounted ? 'fleet-replaced-title' : 'fleet-faults-title'
  return (
    <section class="panel" aria-labelledby={title}>
      <h2 id={title} tabIndex={-1}>
        {areCounted ? namesWords(faults.length) : `${rowsWords(faults.length)} not in the totals`}
      </h2>
      <ul class="fault-list">
        {faults.slice(0, MOST_FAULTS).map((fault) => (
          <li key={`${fault.at.where} ${fault.message}`}>
            <p>
              <strong>{nameOf(fault)}</strong>: {fault.message}
            </p>
            {fault.at.line !== undefined && fault.cells.length > 0 && <MendForm fault={fault} onMend={onMend} />}
          </li>
        ))}
      </ul>
      {faults.length > MOST_FAULTS && <p class="note">And {faults.length - MOST_FAULTS} more.</p>}
      <p class="note">
        {areCounted && 'The totals count these rows, as does the command. '}
        Or correct the file itself and choose it again: it replaces the previous one.
      </p>
    </section>
  )
}

interface MendProps {
  readonly fault: FleetFault
  readonly onMend: Props['onMend']
}

function MendForm({ fault, onMend }: MendProps) {
  const { at, cells } = fault
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const mend = (own: Readonly<Record<string, string>>) =>
    onMend(at, Object.fromEntries(cells.map(({ column, value }) => [column, own[column] ?? value])))
  return (
    <form
      class="mend"
      aria-label={`Mend ${nameOf(fault)}`}
      onSubmit={(event) => {
        event.preventDefault()
        mend(typed)
      }}
    >
      {cells.map(({ column, value, nearest }) => (
        <div key={column} class="mend-cell">
          <label>
            {column}{' '}
            <input
              type="text"
              autoComplete="off"
              value={typed[column] ?? value}
              onInput={({ currentTarget }) => setTyped((now) => ({ ...now, [column]: currentTarget.value }))}
            />
          </label>
          {nearest.map((name) => (
            <button key={name} type="button" class="chip" onClick={() => mend({ ...typed, [column]: name })}>
              {name}
            </button>
          ))}
        </div>
      ))}
      <button type="submit" class="quiet">
        Mend
      </button>
    </form>
  )
}

/** Where a faulty row stands, and what it is called: `line 5, web`. */
function nameOf({ at, label }: FleetFault): string {
  return `${at.where}${label ? `, ${label}` : ''}`
}

function namesWords(count: number): string {
  return count === 1 ? '1 row has an unknown name' : `${numberText(count)} rows have unknown names`
}

export function rowsWords(count: number): string {
  return `${numberText(count)} ${count === 1 ? 'row is' : 'rows are'}`
}
