import type { ComponentChildren } from 'preact'

interface Props {
  readonly isOld: boolean
  readonly children: ComponentChildren
}

/** Figures, marked as old once what they were asked for has changed. */
export function Dated({ isOld, children }: Props) {
  return (
    <div class={isOld ? 'results old' : 'results'}>
      {isOld && (
        <p class="old-note" role="status">
          These figures are from before your last change.
        </p>
      )}
      {children}
    </div>
  )
}
