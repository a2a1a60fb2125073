import type { ChangeView } from '../state/use-view.ts'
import type { Mode, View } from '../state/view.ts'

const MODES: readonly (readonly [Mode, string])[] = [
  ['compare', 'Compare things'],
  ['fleet', 'A whole fleet'],
]

/** Whether things are compared side by side, or a file of many is assessed. */
export function ModeChoice({ view, change }: { readonly view: View; readonly change: ChangeView }) {
  return (
    <fieldset class="tabs mode" aria-label="What to do">
      {MODES.map(([mode, title]) => (
        <button
          key={mode}
          type="button"
          class="chip"
          aria-pressed={view.mode === mode}
          onClick={() => change((now) => ({ ...now, mode }))}
        >
          {title}
        </button>
      ))}
    </fieldset>
  )
}
