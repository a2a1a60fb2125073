import { useEffect, useState } from 'preact/hooks'
import { type Criterion, ExploreDriftDocument, type ExploreDriftQuery } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { Catalogue } from '../form/catalogue.ts'
import { numberText, roundedText } from '../results/number-text.ts'
import { Panel } from '../results/panel.tsx'
import { assetOf } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { leafWords } from '../results/words.ts'
import { subjectLetter } from '../subjects/subject.ts'

type Drift = NonNullable<ExploreDriftQuery['drift']>

interface Props {
  readonly results: readonly SubjectResult[]
  readonly releases: ReleasePair
  readonly criterion: Criterion
  readonly unit: string
  readonly catalogue: Catalogue
}

/** Causes listed per subject; the others are smaller. */
const MOST_CAUSES = 5

/** How the figures changed between two data releases, and why. */
export function ChangesPanel({ results, releases, criterion, unit, catalogue }: Props) {
  const { from, to } = releases
  return (
    <Panel id="changes" title={`What changed from ${from} to ${to}`} isLazy>
      <p class="lead">
        The impact of one unit in two data releases, in {unit}. Releases differ in published figures, and in some rules
        of the model.
      </p>
      <div class="columns narrow">
        {results.map((result) => (
          <div key={`${result.key} ${criterion} ${from}`} class="picture">
            <h3>
              {subjectLetter(result.position)} · {result.name}
            </h3>
            <Changes result={result} releases={releases} criterion={criterion} unit={unit} catalogue={catalogue} />
          </div>
        ))}
      </div>
    </Panel>
  )
}

interface ChangesProps extends Omit<Props, 'results'> {
  readonly result: SubjectResult
}

function Changes({ result, releases, criterion, unit, catalogue }: ChangesProps) {
  const [drift, setDrift] = useState<Drift | string>()
  const { request, usage } = result
  const { from, to } = releases
  const isLikeAnother = request.archetype !== undefined
  useEffect(() => {
    if (isLikeAnother) return
    const controller = new AbortController()
    const { assessedDuration: duration } = usage
    const variables = { asset: assetOf(request), from, to, criterion, duration, boundary: request.boundary }
    send(ExploreDriftDocument, variables, { signal: controller.signal }).then(
      (found) => setDrift(found.drift ?? 'The service returned no figures.'),
      (error: Error) => controller.signal.aborted || setDrift(error.message),
    )
    return () => controller.abort()
  }, [])
  if (isLikeAnother) {
    return (
      <p class="note">
        Not available for a component with a value in “Similar to”. To see its figures in the other data release, choose
        that release above.
      </p>
    )
  }
  if (drift === undefined) return <p class="note">Computing…</p>
  if (typeof drift === 'string') return <p class="fault">{drift}</p>
  if (drift.from === null || drift.to === null) {
    return <p class="note">Only {drift.from === null ? to : from} has a figure for it.</p>
  }
  const causes = drift.causes.toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
  const share = drift.from.exact === 0 ? 0 : drift.to.exact / drift.from.exact - 1
  return (
    <>
      <p>
        {numberText(drift.from.value)} in {from}, <strong>{numberText(drift.to.value)}</strong> in {to}
        {causes.length === 0 ? ': nothing changed.' : `: ${percent(share)} ${share < 0 ? 'less' : 'more'}.`}
      </p>
      <ul class="changes">
        {causes.slice(0, MOST_CAUSES).map((cause) => (
          <li key={cause.leaf}>
            <p class="effect-head">
              <strong>{leafWords(cause, catalogue)}</strong>
              <span class="row-value">
                {cause.effect < 0 ? '−' : '+'}
                {roundedText(Math.abs(cause.effect))} <span class="unit">{unit}</span>
              </span>
            </p>
            {cause.from !== null && cause.to !== null && (
              <p class="note">
                {roundedText(cause.from)} became {roundedText(cause.to)}
              </p>
            )}
          </li>
        ))}
      </ul>
      {causes.length > MOST_CAUSES && (
        <p class="note">{causes.length - MOST_CAUSES} other changes have smaller effects.</p>
      )}
    </>
  )
}

function percent(share: number): string {
  const size = Math.abs(share) * 100
  return `${size < 2 ? size.toPrecision(1) : Math.round(size)} %`
}

/** Two data releases by name, the older first. */
interface ReleasePair {
  readonly from: string
  readonly to: string
}

/** The shown release and the one before it; for the oldest, the one after it. Undefined if there is only one. */
export function releasesToCompare({
  release,
  releases,
}: Pick<Catalogue, 'release' | 'releases'>): ReleasePair | undefined {
  const ids = releases.map(({ id }) => id)
  const at = ids.indexOf(release)
  if (at < 0 || ids.length < 2) return undefined
  const newer = Math.min(at, ids.length - 2)
  return { from: ids[newer + 1] as string, to: ids[newer] as string }
}
