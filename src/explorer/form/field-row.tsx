import type { ComponentChildren } from 'preact'

interface Props {
  readonly id: string
  readonly label: string
  readonly unit?: string | undefined
  readonly fault?: string | undefined
  readonly note?: string | undefined
  readonly isWide?: boolean
  readonly children: ComponentChildren
}

/** A labelled field with its unit, and under it what is wrong with it or what to know of it. */
export function FieldRow({ id, label, unit, fault, note, isWide, children }: Props) {
  return (
    <div class={`field${isWide ? ' wide' : ''}`}>
      <label for={id}>
        {label}
        {unit && <span class="unit">, {unit}</span>}
      </label>
      {children}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {!fault && note && (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
