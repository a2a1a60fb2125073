import { Panel } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import { DistributionPicture } from './distribution-picture.tsx'
import type { Uncertainty } from './use-uncertainty.ts'

interface Props {
  readonly results: readonly SubjectResult[]
  readonly uncertainty: Uncertainty | undefined
  readonly title: string
  readonly unit: string
}

/** How sure the figures are: likely values of each, and what to find out to know more. */
export function UncertaintyPanel({ results, uncertainty, title, unit }: Props) {
  const items = uncertainty?.items ?? []
  const ends = items.flatMap(({ impact }) => impact?.total?.distribution.histogram.at(-1)?.to ?? [])
  const end = Math.max(...ends, 0) || 1
  return (
    <Panel id="uncertainty" title="How sure it is">
      <p class="lead">
        {title}, in {unit}: each value varies within what is known of it, over a thousand times. The filled band holds
        90 of 100 cases. Below it stands what the spread comes from.
      </p>
      <div class="columns narrow">
        {results.map((result, index) => {
          const letter = subjectLetter(index)
          const total = items.find(({ label }) => label === letter)?.impact?.total
          return (
            <div key={index} class="picture">
              <h3>
                {letter} · {result.name}
              </h3>
              {uncertainty === undefined && <p class="note">Computing…</p>}
              {uncertainty && !total && <p class="note">No factor is published for this.</p>}
              {total && (
                <>
                  <DistributionPicture name={result.name} unit={unit} distribution={total.distribution} end={end} />
                  <Drivers drivers={total.drivers} />
                </>
              )}
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

type Drivers = NonNullable<NonNullable<Uncertainty['items'][number]['impact']>['total']>['drivers']

function Drivers({ drivers }: { readonly drivers: Drivers }) {
  if (drivers.length === 0) return null
  return (
    <>
      <p class="group-name">Where the spread comes from</p>
      <ol class="drivers">
        {drivers.map(({ leaf, label, share, advice }) => (
          <li key={leaf}>
            <p class="effect-head">
              <strong>{label}</strong>
              <span class="row-value">{Math.round(share * 100)} %</span>
            </p>
            <meter value={Math.min(1, share)} max={1} aria-label={`Share of the spread: ${label}`} />
            {advice && <p class="note">{advice}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}
