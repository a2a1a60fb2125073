import { useEffect, useRef, useState } from 'preact/hooks'
import { lazy } from '../lazy.tsx'
import { DropFiles } from './drop-files.tsx'
import type { Answer, Unanswered } from './fetch-answer.ts'

const AnswerPicture = lazy(async () => (await import('./answer-picture.tsx')).default)

/** Questions to try. */
const EXAMPLES = ['m5.xlarge vs m6g.xlarge in France', 'Xeon Gold 6138', '20 laptops for 4y', 'H100 in Germany at 60 %']

/** Asks for the footprint of named equipment. The answer is below the field, and the question in the address. */
export function AskForm() {
  const [answer, setAnswer] = useState<Answer | Unanswered | 'asking'>()
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef<AbortController>(undefined)
  const ask = async (phrase: string) => {
    asked.current?.abort()
    asked.current = new AbortController()
    const { signal } = asked.current
    if (input.current) input.current.value = phrase
    history.replaceState(null, '', phrase.trim() === '' ? '/' : `/?${new URLSearchParams({ q: phrase })}`)
    setAnswer('asking')
    const { fetchAnswer } = await import('./fetch-answer.ts')
    const found = await fetchAnswer(phrase, signal).catch(() => undefined)
    if (!signal.aborted) setAnswer(found)
  }
  useEffect(() => {
    const phrase = new URLSearchParams(location.search).get('q')
    if (phrase) ask(phrase)
  }, [])
  const chart = typeof answer === 'object' && 'chart' in answer ? answer.chart : undefined
  const isFault = typeof answer === 'object' && 'fault' in answer
  return (
    <>
      <search>
        <form
          class="ask-field"
          onSubmit={(event) => {
            event.preventDefault()
            ask(input.current?.value ?? '')
          }}
        >
          <label for="ask-phrase">What do you have?</label>
          <input
            ref={input}
            id="ask-phrase"
            type="search"
            name="q"
            autoComplete="off"
            spellcheck={false}
            placeholder="m5.xlarge, laptop, H100"
            aria-invalid={isFault ? true : undefined}
            aria-describedby="ask-answer"
          />
          <button type="submit">Assess</button>
        </form>
      </search>
      <div class="ask-answer">
        <div id="ask-answer" role="status">
          {answer === 'asking' && <p class="note">Computing…</p>}
          {typeof answer === 'object' &&
            ('fault' in answer ? <Fault {...answer} onTake={ask} /> : <Words {...answer} />)}
        </div>
        {chart && chart.results.length > 0 && <AnswerPicture {...chart} />}
      </div>
      <p class="ask-examples">
        <span>Try</span>
        {EXAMPLES.map((phrase) => (
          <button key={phrase} type="button" onClick={() => ask(phrase)}>
            {phrase}
          </button>
        ))}
      </p>
      <DropFiles />
    </>
  )
}

function Words({ figures, verdict, computedFor, rangeOf, notes, variants, address }: Answer) {
  return (
    <>
      {verdict && <p class="ask-verdict">{verdict}</p>}
      <ul class="ask-list">
        {figures.map(({ name, figure, likely }) => (
          <li key={name}>
            <strong>{name}</strong>: <span class="ask-figure">{figure}</span>
            {likely && `, likely range ${likely}`}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} class="warning">
          {note}
        </p>
      ))}
      <p class="note">
        Carbon footprint. {computedFor} Likely range{rangeOf}: 90 of 100 runs of the model lie in it.{' '}
        <a href="/calibration">How many published figures lie in our likely ranges</a>?
        {variants.length > 0 && ` The name can also mean ${variants.join(', ')}.`}
      </p>
      <p>
        <a class="button" href={address}>
          {verdict || figures.length > 1 ? 'See the comparison' : 'See how it is computed, and compare'}
        </a>
      </p>
    </>
  )
}

function Fault({ fault, nearest, onTake }: Unanswered & { readonly onTake: (phrase: string) => void }) {
  return (
    <>
      <p class="ask-fault">{fault}</p>
      {nearest.length > 0 && (
        <p class="ask-examples">
          <span>Did you mean</span>
          {nearest.map((name) => (
            <button key={name} type="button" onClick={() => onTake(name)}>
              {name}
            </button>
          ))}
        </p>
      )}
    </>
  )
}
