import { useEffect, useState } from 'preact/hooks'
import { ExploreFactorDocument } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { type RangeRow, RangesPicture } from '../charts/ranges-picture.tsx'
import { locationName } from '../form/catalogue.ts'
import { Combobox } from '../form/combobox.tsx'
import { findLocations, meantLocation } from '../form/locations.ts'
import { decimalsOf, fixedText, numberText } from '../results/number-text.ts'
import { scaleOf } from '../results/scale.ts'
import type { View, WhatIf } from '../state/view.ts'
import { subjectLetter } from '../subjects/subject.ts'
import { differenceWords } from './difference-words.ts'
import type { ScenarioProps } from './elsewhere-panel.tsx'
import { useAnswers } from './use-answers.ts'
import { counts, LEVERS, type Lever, requestWith, valueNow } from './what-if.ts'

/** The figures with a different electricity factor, load, lifetime, PUE or place. The address keeps these values. */
export default function WhatIfPanel({ view, results, catalogue, change, title, unit }: ScenarioProps) {
  const { whatIf } = view
  const set = (id: keyof WhatIf, value: string | undefined) =>
    change((now) => {
      const { [id]: _, ...others } = now.whatIf
      return { ...now, whatIf: value === undefined ? others : { ...others, [id]: value } }
    }, `if ${id}`)
  const isAny = Object.keys(whatIf).length > 0
  return (
    <>
      <p class="lead">
        Move a slider to change one input. Your changes are in the address, so the link to this page keeps them.
      </p>
      <div class="levers">
        {LEVERS.filter(({ id }) => counts(id, view)).map((lever) => (
          <Slider
            key={lever.id}
            lever={lever}
            value={whatIf[lever.id]}
            now={valueNow(lever.id, results)}
            onSet={(value) => set(lever.id, value)}
          />
        ))}
        {counts('location', view) && (
          <div class="field lever">
            <div class="field-head">
              <label for="if-location">Place</label>
            </div>
            <Combobox
              id="if-location"
              value={whatIf.location ?? ''}
              shown={locationName(whatIf.location ?? '', catalogue)}
              placeholder="unchanged"
              suggest={(typed, signal) => findLocations(typed, catalogue, signal)}
              meaning={(typed) => meantLocation(typed, catalogue)}
              onChoose={(code) => set('location', code === '' ? undefined : code)}
            />
            {whatIf.location !== undefined && (
              <button type="button" class="plain" onClick={() => set('location', undefined)}>
                Reset<span class="unseen">: Place</span>
              </button>
            )}
          </div>
        )}
      </div>
      {isAny ? (
        <>
          <p>
            <button type="button" class="plain" onClick={() => change((now) => ({ ...now, whatIf: {} }))}>
              Reset all
            </button>
          </p>
          <BeforeAndAfter view={view} results={results} catalogue={catalogue} title={title} unit={unit} />
        </>
      ) : (
        <p class="note">Nothing is changed yet.</p>
      )}
    </>
  )
}

interface SliderProps {
  readonly lever: Lever
  readonly value: string | undefined
  readonly now: number | undefined
  readonly onSet: (value: string | undefined) => void
}

function Slider({ lever: { id, label, unit, from, to, step }, value, now = from, onSet }: SliderProps) {
  const words = `${numberText(Number((value === undefined ? now : Number(value)).toPrecision(3)))}${unit && ` ${unit}`}`
  return (
    <div class="field lever">
      <div class="field-head">
        <label for={`if-${id}`}>{label}</label>
        <output for={`if-${id}`} class="unit">
          {words}
          {value === undefined && ', unchanged'}
        </output>
      </div>
      <input
        id={`if-${id}`}
        type="range"
        min={from}
        max={to}
        step={step}
        value={value ?? String(now)}
        aria-valuetext={words}
        onInput={({ currentTarget }) => onSet(currentTarget.value)}
      />
      {value !== undefined && (
        <button type="button" class="plain" onClick={() => onSet(undefined)}>
          Reset<span class="unseen">: {label}</span>
        </button>
      )}
    </div>
  )
}

function BeforeAndAfter({ view, results, catalogue, title, unit }: Omit<ScenarioProps, 'change'>) {
  const { whatIf, focus } = view
  const elsewhere = useFactor(view)
  const known = results.flatMap((result) => {
    const own = result.usage.elecFactors.find((each) => each.criterion === focus)?.factor.value
    const request = requestWith(
      whatIf,
      result.subject,
      view,
      catalogue,
      whatIf.location ? elsewhere : (own ?? undefined),
    )
    return request === undefined ? [] : [{ result, request }]
  })
  const { impacts, isCurrent, fault } = useAnswers(known.map(({ request }) => request))
  const pairs = known.map(({ result }, at) => {
    const before = result.impacts.find((each) => each.criterion === focus)
    return { result, before, after: isCurrent || impacts.length === known.length ? impacts[at] : undefined }
  })
  const totals = pairs.flatMap(({ before, after }) => [before?.total ?? [], after?.total ?? []].flat())
  const scale = scaleOf(unit, Math.max(0, ...totals.map(({ value }) => value)))
  // Unrounded: 11.1 and 8.8, where 11 and 8.8 would be shown as 11.0 and 8.8.
  const decimals = decimalsOf(totals.map(({ exact }) => exact * scale.by))
  const shown = ({ exact }: { readonly exact: number }) => fixedText(exact * scale.by, decimals)
  const rows = pairs.flatMap(({ result, before, after }): RangeRow[] => {
    const name = `${subjectLetter(result.position)} · ${result.name}`
    return [
      { name: `${name}, unchanged`, impact: before },
      { name: `${name}, what if`, impact: after, note: differenceWords(before?.total?.exact, after?.total?.exact) },
    ]
  })
  return (
    <div class={isCurrent ? 'scenario' : 'scenario stale'} aria-busy={!isCurrent}>
      {fault && <p class="fault">{fault}</p>}
      <div role="status">
        {isCurrent &&
          pairs.map(({ result, before, after }) => (
            <p key={result.position} class="what-if-words">
              <strong>
                {subjectLetter(result.position)} · {result.name}
              </strong>
              : {before?.total ? shown(before.total) : 'not known'} becomes{' '}
              <strong>{after?.total ? shown(after.total) : 'not known'}</strong> {scale.unit}
              {differenceWords(before?.total?.exact, after?.total?.exact) &&
                `, ${differenceWords(before?.total?.exact, after?.total?.exact)}`}
              .
            </p>
          ))}
      </div>
      <RangesPicture title={`${title}, before and after`} unit={unit} rows={rows} />
      {whatIf.electricity !== undefined && (
        <p class="note">The changed electricity factor is treated as exact, so the likely range may be narrower.</p>
      )}
    </div>
  )
}

/** The electricity factor of the requested place, if there is one and it matters. */
function useFactor({ whatIf: { location, electricity }, focus, release }: View): number | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly value: number | undefined }>()
  const key = location === undefined || electricity === undefined ? '' : `${location} ${focus} ${release}`
  useEffect(() => {
    if (location === undefined || key === '') return
    const controller = new AbortController()
    send(ExploreFactorDocument, { location, criterion: focus }, { release, signal: controller.signal }).then(
      (answer) => setFound({ key, value: answer.location?.elecFactors[0]?.factor.value ?? undefined }),
      () => undefined,
    )
    return () => controller.abort()
  }, [key])
  return found?.key === key ? found.value : undefined
}
