import { useState } from 'preact/hooks'
import { numberText } from '../results/number-text.ts'
import type { FleetFault } from './read-fleet.ts'

/** More faulty rows are counted, not listed. */
const MOST_FAULTS = 50

interface Props {
  readonly faults: readonly FleetFault[]
  readonly onMend: (line: number, cells: Readonly<Record<string, string>>) => void
}

/** The rows that cannot be assessed, each with what is wrong and with its cells, to be mended in place. */
export function FleetFaults({ faults, onMend }: Props) {
  return (
    <section class="panel" aria-labelledby="fleet-faults-title">
      <h2 id="fleet-faults-title" tabIndex={-1}>
        {rowsWords(faults.length)} not in the totals
      </h2>
      <ul class="fault-list">
        {faults.slice(0, MOST_FAULTS).map((fault) => (
          <li key={`${fault.where} ${fault.message}`}>
            <p>
              <strong>{fault.where}</strong>: {fault.message}
            </p>
            {fault.line !== undefined && fault.cells.length > 0 && <MendForm fault={fault} onMend={onMend} />}
          </li>
        ))}
      </ul>
      {faults.length > MOST_FAULTS && <p class="note">And {faults.length - MOST_FAULTS} more.</p>}
      <p class="note">Or correct the file itself and choose it again.</p>
    </section>
  )
}

interface MendProps {
  readonly fault: FleetFault
  readonly onMend: Props['onMend']
}

function MendForm({ fault: { line = 0, cells, where }, onMend }: MendProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const mend = (own: Readonly<Record<string, string>>) =>
    onMend(line, Object.fromEntries(cells.map(({ column, value }) => [column, own[column] ?? value])))
  return (
    <form
      class="mend"
      aria-label={`Mend ${where}`}
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

export function rowsWords(count: number): string {
  return `${numberText(count)} ${count === 1 ? 'row is' : 'rows are'}`
}
