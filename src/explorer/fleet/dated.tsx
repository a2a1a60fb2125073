import type { ComponentChildren } from 'preact'

interface Props {
  readonly isOld: boolean
  /** What to do about it; nothing if the page computes them again. */
  readonly advice?: string
  readonly children: ComponentChildren
}

/** Figures, marked as old once what they were asked for has changed. */
export function Dated({ isOld, advice, children }: Props) {
  return (
    <div class={isOld ? 'results old' : 'results'}>
      {isOld && (
        <p class="old-note" role="status">
          {advice ?? 'These figures are from before your last change.'}
        </p>
      )}
      {children}
    </div>
  )
}
