import { subjectLetter } from '../subjects/subject-name.ts'
import type { SubjectResult } from './subject-result.ts'

interface Props {
  readonly label: string
  readonly results: readonly SubjectResult[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** A button for each subject, where there are several. */
export function SubjectTabs({ label, results, chosen, onChoose }: Props) {
  if (results.length < 2) return null
  return (
    <fieldset class="tabs" aria-label={label}>
      {results.map(({ name, place }, index) => (
        <button key={index} type="button" class="chip" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
          {subjectLetter(place)} · {name}
        </button>
      ))}
    </fieldset>
  )
}
