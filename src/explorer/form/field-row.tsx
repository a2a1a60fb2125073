import type { ComponentChildren } from 'preact'
import type { Fault } from '../state/view.ts'

interface Props {
  readonly id: string
  readonly label: string
  readonly unit?: string | undefined
  readonly fault?: Pick<Fault, 'message' | 'nearest'> | undefined
  readonly note?: string | undefined
  readonly width?: 'wide' | 'broad' | 'half' | 'narrow'
  /** Accepts one of the suggested names. */
  readonly onTake?: (name: string) => void
  readonly children: ComponentChildren
}

/** A labelled field with its unit, and below it a fault or a note. */
export function FieldRow({ id, label, unit, fault, note, width = 'half', onTake, children }: Props) {
  const nearest = fault?.nearest ?? []
  return (
    <div class={`field ${width}`}>
      <div class="field-head">
        <label for={id}>{label}</label>
        {unit && <span class="unit">{unit}</span>}
      </div>
      {children}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault.message}
          {nearest.length > 0 && onTake === undefined && ` Did you mean ${nearest.join(', ')}?`}
        </p>
      )}
      {nearest.length > 0 && onTake && (
        <div class="nearest">
          <span class="note">Did you mean</span>
          {nearest.map((name) => (
            <button key={name} type="button" class="chip" onClick={() => onTake(name)}>
              {name}
            </button>
          ))}
        </div>
      )}
      {!fault && note && (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}

/** Scrolls to a field of the form and focuses it, expanding what hides it. */
export function goToField(id: string): void {
  const field = document.getElementById(id)
  if (field === null) return
  for (let fold = field.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  field.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  field.focus({ preventScroll: true })
}
