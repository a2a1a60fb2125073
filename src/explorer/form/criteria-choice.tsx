import { useEffect, useRef } from 'preact/hooks'
import type { Criterion } from '../../generated/explorer-operations.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import type { ChangeView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import type { Catalogue } from './catalogue.ts'

interface Props {
  readonly view: View
  readonly catalogue: Catalogue
  readonly change: ChangeView
}

/** Criteria shown without expanding the rest. */
const USUAL = 3

/** Selects the shown impacts: the usual three, and the others in a collapsed part. */
export function CriteriaChoice({ view, catalogue, change }: Props) {
  const list = useCloseable()
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
  const [usual, others] = [catalogue.criteria.slice(0, USUAL), catalogue.criteria.slice(USUAL)]
  const render = (info: Catalogue['criteria'][number]) => (
    <label key={info.criterion} class="check">
      <input
        type="checkbox"
        checked={view.criteria.includes(info.criterion)}
        aria-disabled={view.criteria.length === 1 && view.criteria.includes(info.criterion)}
        onChange={(event) => {
          // Keep the last one: without any, there is nothing to show.
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
    <details class="criteria" ref={list}>
      <summary>
        Choose impacts ({view.criteria.length} of {catalogue.criteria.length})
      </summary>
      <fieldset aria-label="Impacts">
        {usual.map(render)}
        {others.map(render)}
        {catalogue.lackingCriteria.length > 0 && (
          <details>
            <summary>Without figures in {catalogue.release}</summary>
            <ul>
              {catalogue.lackingCriteria.map((info) => (
                <li key={info.criterion}>
                  {criterionWords(info)}: {info.reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </fieldset>
    </details>
  )
}

/** A fold that closes on Escape, and on a click or focus outside. */
function useCloseable() {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (fold.current && !fold.current.contains(target as Node)) fold.current.open = false
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !fold.current?.open) return
      fold.current.open = false
      fold.current.querySelector('summary')?.focus()
    }
    const kinds = ['pointerdown', 'focusin'] as const
    for (const kind of kinds) addEventListener(kind, leave)
    addEventListener('keydown', press)
    return () => {
      for (const kind of kinds) removeEventListener(kind, leave)
      removeEventListener('keydown', press)
    }
  }, [])
  return fold
}
