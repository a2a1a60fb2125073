import type { Boundary } from '../../generated/explorer-operations.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { DurationUnit, Fault, View } from '../state/view.ts'
import type { Subject } from '../subjects/subject.ts'
import { drawsPower, hasLoad, standsInDataCentre } from '../subjects/subject-request.ts'
import { type Catalogue, locationName } from './catalogue.ts'
import { Combobox } from './combobox.tsx'
import { FieldRow } from './field-row.tsx'
import { findLocations, meantLocation } from './locations.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly faults: readonly Fault[]
  /** Why the duration has no effect; empty if it has one. */
  readonly withoutDuration: string
  readonly change: ChangeView
}

/** Conditions shared by everything compared: place, load, duration. */
export function Conditions({ view, catalogue, faults, withoutDuration, change }: Props) {
  const faultAt = (at: Fault['at']) => faults.find((fault) => fault.at === at)
  const [location, load, duration, release] = [
    faultAt('location'),
    faultAt('load'),
    faultAt('duration'),
    faultAt('release'),
  ]
  const isOf = (has: (subject: Subject) => boolean) =>
    view.mode === 'fleet' || view.subjects.length === 0 || view.subjects.some(has)
  const locationNote = view.location === '' ? 'Unknown: the result uses the average of Europe' : undefined
  const loadNote = view.load === '' ? 'Unknown: the bounds cover 0 to 100 %' : undefined
  const durationNote = withoutDuration || (view.duration === '' ? 'The lifetime of each item' : undefined)
  return (
    <fieldset class="conditions">
      <legend class="unseen">Location, load and duration</legend>
      {isOf(drawsPower) && (
        <FieldRow id="location" label="Location" fault={location} note={locationNote}>
          <Combobox
            id="location"
            value={view.location}
            shown={locationName(view.location, catalogue)}
            placeholder="Country or region"
            describedBy={location ? 'location-fault' : locationNote && 'location-note'}
            isInvalid={location !== undefined}
            suggest={(typed, signal) => findLocations(typed, catalogue, signal)}
            meaning={(typed) => meantLocation(typed, catalogue)}
            onChoose={(value) => change((now) => ({ ...now, location: value }))}
          />
        </FieldRow>
      )}
      {isOf(hasLoad) && (
        <FieldRow id="load" label="Load" unit="%" fault={load} note={loadNote}>
          <input
            id="load"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={view.load}
            aria-describedby={load ? 'load-fault' : loadNote && 'load-note'}
            aria-invalid={load ? true : undefined}
            onInput={({ currentTarget: { value } }) => change((now) => ({ ...now, load: value }), 'load')}
          />
        </FieldRow>
      )}
      <FieldRow id="duration" label="Duration" fault={duration} note={durationNote}>
        <div class="pair">
          <input
            id="duration"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={view.duration}
            disabled={withoutDuration !== ''}
            aria-describedby={duration ? 'duration-fault' : durationNote && 'duration-note'}
            aria-invalid={duration ? true : undefined}
            onInput={({ currentTarget: { value } }) => change((now) => ({ ...now, duration: value }), 'duration')}
          />
          <select
            aria-label="Years, days, hours or the whole lifetime"
            value={view.duration === '' ? LIFE : view.durationUnit}
            disabled={withoutDuration !== ''}
            onChange={({ currentTarget: { value } }) => change((now) => withUnit(now, value))}
          >
            <option value="y">years</option>
            <option value="d">days</option>
            <option value="h">hours</option>
            <option value={LIFE}>whole lifetime</option>
          </select>
        </div>
      </FieldRow>
      {isOf(standsInDataCentre) && <BoundaryChoice view={view} change={change} />}
      <FieldRow
        id="release"
        label="Data release"
        fault={release}
        note={`The tables behind the figures${isNewest(view, catalogue) ? ': the newest' : ''}`}
        onTake={(name) => change((now) => ({ ...now, release: name }))}
      >
        <select
          id="release"
          value={view.release}
          aria-describedby={release ? 'release-fault' : 'release-note'}
          aria-invalid={release ? true : undefined}
          onChange={({ currentTarget: { value } }) => change((now) => ({ ...now, release: value }))}
        >
          {releaseOptions(view, catalogue).map(([value, name]) => (
            <option key={value} value={value} selected={value === view.release}>
              {name}
            </option>
          ))}
        </select>
      </FieldRow>
    </fieldset>
  )
}

/** The choice of no duration. */
const LIFE = 'life'

/** The view over one or more of a unit, or over the whole lifetime. */
function withUnit(view: View, unit: string): View {
  if (unit === LIFE) return { ...view, duration: '' }
  return { ...view, duration: view.duration || '1', durationUnit: unit as DurationUnit }
}

const BOUNDARIES: readonly (readonly [Boundary, string, note: string])[] = [
  ['DATA_CENTRE', 'with its data centre', 'Includes cooling and the building'],
  ['EQUIPMENT', 'machine alone', 'Without cooling and the building'],
]

/** Whether the surrounding data centre counts. */
function BoundaryChoice({ view, change }: Pick<Props, 'view' | 'change'>) {
  const [, , note] = BOUNDARIES.find(([boundary]) => boundary === view.boundary) ?? []
  return (
    <FieldRow id="boundary" label="Counted" note={note}>
      <select
        id="boundary"
        aria-describedby="boundary-note"
        value={view.boundary}
        onChange={({ currentTarget: { value } }) => change((now) => ({ ...now, boundary: value as Boundary }))}
      >
        {BOUNDARIES.map(([boundary, words]) => (
          <option key={boundary} value={boundary}>
            {words}
          </option>
        ))}
      </select>
    </FieldRow>
  )
}

/** Whether a view has the service's default release, by its name or without one. */
function isNewest({ release }: View, { releases }: Catalogue): boolean {
  return release === '' || releases.some(({ id, current }) => current && id === release)
}

/** Data releases by name, newest first; the default has an empty name, so that addresses follow it. */
function releaseOptions({ release }: View, { releases }: Catalogue): readonly (readonly [string, string])[] {
  const known = releases.map(({ id, isDraft, current }) => {
    return [current && release !== id ? '' : id, isDraft ? `${id} (draft)` : id] as const
  })
  if (known.some(([value]) => value === release)) return known
  return [...known, [release, release || 'newest']]
}
