import { KIND_NAMES, SUBJECT_KINDS, type SubjectKind } from '../subjects/subject.ts'

interface Props {
  readonly isFirst: boolean
  readonly onAdd: (kind: SubjectKind) => void
}

/** Buttons that add something to assess, one for each kind. */
export function AddSubject({ isFirst, onAdd }: Props) {
  return (
    <div class="add" role="group" aria-label={isFirst ? 'Choose something to assess' : 'Compare with another'}>
      <p class="group-name" aria-hidden="true">
        {isFirst ? 'Choose something to assess' : 'Compare with another'}
      </p>
      <div class="add-kinds">
        {SUBJECT_KINDS.map((kind) => (
          <button key={kind} type="button" class="quiet" onClick={() => onAdd(kind)}>
            <span aria-hidden="true">+ </span>
            {KIND_NAMES[kind]}
          </button>
        ))}
      </div>
    </div>
  )
}
