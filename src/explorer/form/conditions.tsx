import type { Criterion } from '../../generated/explorer-operations.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { DurationUnit, View } from '../state/view.ts'
import type { Fault } from '../subjects/subject-request.ts'
import type { Catalogue } from './catalogue.ts'
import { Combobox } from './combobox.tsx'
import { FieldRow } from './field-row.tsx'
import { locationName } from './subject-field.tsx'
import { suggest } from './suggest.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly faults: readonly Fault[]
  /** What was assumed of the location, where the one said is not known. */
  readonly locationNote: string | undefined
  readonly change: ChangeView
}

/** What is the same for all that is compared: where, how loaded, how long, and what is counted. */
export function Conditions({ view, catalogue, faults, locationNote, change }: Props) {
  const faultAt = (at: Fault['at']) => faults.find((fault) => fault.at === at)?.message
  const [load, duration] = [faultAt('load'), faultAt('duration')]
  const location = faultAt('location') ?? locationNote
  return (
    <fieldset class="conditions">
      <legend>Used where, how and how long</legend>
      <div class="fields">
        <FieldRow
          id="location"
          label="Location"
          fault={location}
          note={view.location === '' ? 'Not said: Europe is assumed, with very wide bounds' : undefined}
          isWide
        >
          <Combobox
            id="location"
            label="Location"
            value={view.location}
            shown={locationName(view.location, catalogue)}
            placeholder="Country, such as France"
            describedBy={location ? 'location-fault' : view.location === '' ? 'location-note' : undefined}
            isInvalid={location !== undefined}
            suggest={(typed, signal) => suggest('locations', typed, catalogue, {}, signal)}
            onChoose={(value) => change((now) => ({ ...now, location: value }))}
          />
        </FieldRow>
        <FieldRow
          id="load"
          label="Load"
          unit="%"
          fault={load}
          note={view.load === '' ? 'Not said: anything from 0 to 100' : undefined}
        >
          <input
            id="load"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={view.load}
            aria-describedby={load ? 'load-fault' : view.load === '' ? 'load-note' : undefined}
            aria-invalid={load ? true : undefined}
            onInput={({ currentTarget: { value } }) => change((now) => ({ ...now, load: value }), 'load')}
          />
        </FieldRow>
        <FieldRow
          id="duration"
          label="Duration"
          fault={duration}
          note={view.duration === '' ? 'Not said: the whole lifetime' : undefined}
        >
          <div class="pair">
            <input
              id="duration"
              type="text"
              inputMode="decimal"
              autoComplete="off"
              value={view.duration}
              aria-describedby={duration ? 'duration-fault' : view.duration === '' ? 'duration-note' : undefined}
              aria-invalid={duration ? true : undefined}
              onInput={({ currentTarget: { value } }) => change((now) => ({ ...now, duration: value }), 'duration')}
            />
            <select
              aria-label="Unit of the duration"
              value={view.durationUnit}
              onChange={({ currentTarget: { value } }) =>
                change((now) => ({ ...now, durationUnit: value as DurationUnit }))
              }
            >
              <option value="y">years</option>
              <option value="d">days</option>
              <option value="h">hours</option>
            </select>
          </div>
        </FieldRow>
      </div>
      <CriteriaChoice view={view} catalogue={catalogue} change={change} />
    </fieldset>
  )
}

function CriteriaChoice({ view, catalogue, change }: Pick<Props, 'view' | 'catalogue' | 'change'>) {
  const toggle = (criterion: Criterion) =>
    change((now) => {
      const isChosen = now.criteria.includes(criterion)
      const criteria = isChosen
        ? now.criteria.filter((each) => each !== criterion)
        : catalogue.criteria
            .map((each) => each.criterion)
            .filter((each) => each === criterion || now.criteria.includes(each))
      if (criteria.length === 0) return now
      return { ...now, criteria, focus: criteria.includes(now.focus) ? now.focus : (criteria[0] as Criterion) }
    })
  const [usual, others] = [catalogue.criteria.slice(0, 3), catalogue.criteria.slice(3)]
  const render = (info: Catalogue['criteria'][number]) => (
    <label key={info.criterion} class="check">
      <input
        type="checkbox"
        checked={view.criteria.includes(info.criterion)}
        aria-disabled={view.criteria.length === 1 && view.criteria.includes(info.criterion)}
        onChange={(event) => {
          // The last one stays: there is nothing to show without any.
          event.currentTarget.checked ||= view.criteria.length === 1
          toggle(info.criterion)
        }}
      />
      <span>
        {criterionWords(info)} <span class="unit">{unitWords(info.unit)}</span>
      </span>
    </label>
  )
  return (
    <fieldset aria-labelledby="criteria-name">
      <p class="group-name" id="criteria-name">
        Counting
      </p>
      {usual.map(render)}
      {others.length > 0 && (
        <details open={others.some(({ criterion }) => view.criteria.includes(criterion))}>
          <summary>{others.length} more criteria</summary>
          {others.map(render)}
        </details>
      )}
    </fieldset>
  )
}
