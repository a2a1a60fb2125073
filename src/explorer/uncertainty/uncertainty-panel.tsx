import type { Catalogue } from '../form/catalogue.ts'
import { goToField } from '../form/go-to-field.ts'
import { leafWords } from '../results/leaf-words.ts'
import { Panel } from '../results/panel.tsx'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import { DistributionPicture } from './distribution-picture.tsx'
import { driverField } from './driver-field.ts'
import type { Readings, Uncertainty } from './fetch-uncertainty.ts'

interface Props {
  readonly results: readonly SubjectResult[]
  readonly uncertainty: Uncertainty | 'failed' | undefined
  readonly title: string
  readonly unit: string
  readonly catalogue: Catalogue
}

/** How sure the figures are: likely values of each, and what to find out to know more. */
export function UncertaintyPanel({ results, uncertainty, title, unit, catalogue }: Props) {
  const readings = uncertainty === undefined || uncertainty === 'failed' ? [] : uncertainty.readings
  const end = Math.max(...readings.flatMap((each) => each?.distribution.histogram.at(-1)?.to ?? []), 0) || 1
  return (
    <Panel id="uncertainty" title="How sure it is, and what matters most">
      <p class="lead">
        {title}, in {unit}: each value varies within what is known of it, over a thousand times. The filled band holds
        90 of 100 cases. Below it stands what the spread comes from: the first is what to find out first.
      </p>
      <div class="columns narrow">
        {results.map((result, index) => {
          const known = readings[index]
          return (
            <div key={index} class="picture">
              <h3>
                {subjectLetter(result.place)} · {result.name}
              </h3>
              {uncertainty === undefined && <p class="note">Computing…</p>}
              {uncertainty === 'failed' && <p class="note">This could not be computed just now.</p>}
              {known === null && <p class="note">No factor is published for this.</p>}
              {known && (
                <>
                  <DistributionPicture name={result.name} unit={unit} distribution={known.distribution} end={end} />
                  <Drivers drivers={known.drivers} result={result} index={result.place} catalogue={catalogue} />
                </>
              )}
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

interface DriversProps {
  readonly drivers: NonNullable<Readings>['drivers']
  readonly result: SubjectResult
  readonly index: number
  readonly catalogue: Catalogue
}

function Drivers({ drivers, result, index, catalogue }: DriversProps) {
  if (drivers.length === 0) return null
  return (
    <>
      <p class="group-name">What matters most: share of the spread</p>
      <ol class="drivers">
        {drivers.map(({ leaf, label, share, advice, inputs }) => {
          const field = driverField(result, index, inputs)
          const words = leafWords({ leaf, label }, catalogue)
          return (
            <li key={leaf}>
              <p class="effect-head">
                <strong>{words}</strong>
                <span class="row-value">{share < 0.005 ? 'under 1' : Math.round(share * 100)} %</span>
              </p>
              <meter value={Math.min(1, share)} max={1} aria-label={`Share of the spread: ${words}`} />
              <p class="note">
                {advice ?? 'Only better published figures make this surer.'}{' '}
                {field && (
                  <button type="button" class="plain" onClick={() => goToField(field)}>
                    Use your own value<span class="unseen">: {words}</span>
                  </button>
                )}
              </p>
            </li>
          )
        })}
      </ol>
    </>
  )
}
