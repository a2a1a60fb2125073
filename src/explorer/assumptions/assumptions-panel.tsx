import { replaceField } from '../attributes/replace-field.ts'
import { useWidth } from '../charts/use-width.ts'
import { goToField } from '../form/go-to-field.ts'
import { roundedText } from '../results/number-text.ts'
import { Panel } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import type { Effect } from './variation.ts'

interface Props {
  readonly results: readonly SubjectResult[]
  readonly effects: readonly (readonly Effect[] | undefined)[]
  /** Embedded and use together of each subject, unrounded. */
  readonly totals: readonly number[]
  readonly unit: string
}

/** So many assumptions are drawn for each subject; the others move less. */
const MOST_DRAWN = 5

/** What each assumption does to the result: from where it is smallest to where it is largest, the widest first. */
export function AssumptionsPanel({ results, effects, totals, unit }: Props) {
  const drawn = effects.flatMap((each) => each ?? [])
  const values = [...drawn.flatMap(({ atLow, atHigh }) => [atLow, atHigh]), ...totals]
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return (
    <Panel id="assumptions" title="What matters most">
      <p class="lead">
        Each bar shows the total, in {unit}, as one assumption goes from its smallest to its largest value and all else
        stays the same; the line marks the present total. The wider the bar, the more you gain by entering your own
        value.
      </p>
      <div class="columns narrow">
        {results.map((result, index) => (
          <SubjectEffects
            key={index}
            result={result}
            index={index}
            effects={effects[index]}
            total={totals[index] ?? 0}
            domain={[from, to]}
            unit={unit}
          />
        ))}
      </div>
    </Panel>
  )
}

interface SubjectProps {
  readonly result: SubjectResult
  readonly index: number
  readonly effects: readonly Effect[] | undefined
  readonly total: number
  readonly domain: readonly [number, number]
  readonly unit: string
}

function SubjectEffects({ result, index, effects, total, domain, unit }: SubjectProps) {
  const [element, width] = useWidth()
  const bounded = effects?.filter(({ isBounded }) => isBounded) ?? []
  const unbounded = effects?.filter(({ isBounded }) => !isBounded) ?? []
  const props = { result, index, total, domain, width, unit }
  return (
    <div class="picture" ref={element}>
      <h3>
        {subjectLetter(index)} · {result.name}
      </h3>
      {effects === undefined && <p class="note">Trying each assumption…</p>}
      {effects?.length === 0 && <p class="note">Nothing here is assumed with bounds: the result does not change.</p>}
      <ol class="effects">
        {bounded.slice(0, MOST_DRAWN).map((effect) => (
          <EffectItem key={effect.title} effect={effect} {...props} />
        ))}
      </ol>
      {bounded.length > MOST_DRAWN && <p class="note">{bounded.length - MOST_DRAWN} others matter less.</p>}
      {unbounded.length > 0 && (
        <>
          <p class="group-name">No bounds are known: tried with 20 % less and 20 % more</p>
          <ol class="effects">
            {unbounded.map((effect) => (
              <EffectItem key={effect.title} effect={effect} {...props} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

interface ItemProps extends Omit<SubjectProps, 'effects'> {
  readonly effect: Effect
  readonly width: number
}

function EffectItem({ effect, result, index, total, domain, width }: ItemProps) {
  const { title, value, low, high, atLow, atHigh, part, attribute } = effect
  const span = domain[1] - domain[0] || 1
  const x = (at: number) => 4 + ((at - domain[0]) / span) * (width - 8)
  const [from, to] = [Math.min(atLow, atHigh), Math.max(atLow, atHigh)]
  const kind = result.components.find(({ label }) => label === part)?.kind
  const field = replaceField(result.subject, index, kind, part ?? '', attribute)
  return (
    <li>
      <p class="effect-head">
        <strong>{title}</strong>
        <span class="row-value">
          {roundedText(from)} to {roundedText(to)}
        </span>
      </p>
      <svg width={width} height={18} aria-hidden="true">
        <line class="grid" x1={4} x2={width - 4} y1={9} y2={9} />
        <rect
          class={effect.isBounded ? 'span' : 'span unbounded'}
          x={x(from)}
          y={3}
          width={Math.max(2, x(to) - x(from))}
          height={12}
          rx={2}
        />
        <line class="actual" x1={x(total)} x2={x(total)} y1={0} y2={18} />
      </svg>
      <p class="note">
        Assumed: {value}. Tried: {low} and {high}.{' '}
        {field && (
          <button type="button" class="plain" onClick={() => goToField(field)}>
            Use your own value<span class="unseen"> {title}</span>
          </button>
        )}
      </p>
    </li>
  )
}
