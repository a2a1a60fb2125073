import { SUBJECT_KINDS, type SubjectKind } from '../subjects/subject.ts'

interface Props {
  readonly isFirst: boolean
  readonly onAdd: (kind: SubjectKind) => void
}

const SHORT_NAMES: Readonly<Record<SubjectKind, string>> = {
  cloud: 'Cloud instance',
  server: 'Server',
  terminal: 'Laptop or other device',
  component: 'Component',
}

/** Buttons that add something to the comparison, one for each kind. */
export function AddSubject({ isFirst, onAdd }: Props) {
  return (
    <fieldset class="add" aria-label={isFirst ? 'What do you want to assess?' : 'Compare with another'}>
      <p class="group-name" aria-hidden="true">
        {isFirst ? 'What do you want to assess?' : 'Compare with'}
      </p>
      <div class="add-kinds">
        {SUBJECT_KINDS.map((kind) => (
          <button key={kind} type="button" class="quiet" onClick={() => onAdd(kind)}>
            <span aria-hidden="true">+ </span>
            {SHORT_NAMES[kind]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
