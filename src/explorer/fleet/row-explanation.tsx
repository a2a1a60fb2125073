import { useEffect, useRef, useState } from 'preact/hooks'
import { ExploreExplanationDocument, ExploreUncertaintyDocument } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { roundedText } from '../results/number-text.ts'
import type { Scale } from '../results/scale.ts'
import { ExplanationTree } from '../uncertainty/explanation-panel.tsx'
import type { Readings } from '../uncertainty/fetch-uncertainty.ts'
import { FlowPicture } from '../uncertainty/flow-picture.tsx'
import { type FleetQuery, variablesOfRow } from './fetch-fleet.ts'
import { type AssessedRow, noteWords } from './fleet-result.ts'
import { amountWords } from './fleet-words.ts'

interface Props {
  readonly row: AssessedRow
  /** In words. */
  readonly place: string
  readonly query: FleetQuery
  /** Of the figure of one, and of the page. */
  readonly unit: string
  readonly scale: Scale
  readonly onClose: () => void
}

/** How the figure of a row is computed, for one unit, since all units of a row are alike. */
export function RowExplanation({ row: { row, kind, total, notes }, place, query, unit, scale, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [readings, setReadings] = useState<Readings>()
  const variables = variablesOfRow(query, row)
  const { release } = query
  const name = row.label || row.at.where
  const { unit: shownUnit, by } = scale
  useEffect(() => {
    dialog.current?.showModal()
    const controller = new AbortController()
    send(ExploreUncertaintyDocument, variables, { release, signal: controller.signal }).then(
      ({ fleet }) => setReadings(fleet?.items[0]?.impact.total),
      // The formulas are of use without it.
      () => undefined,
    )
    return () => controller.abort()
  }, [])
  return (
    <dialog ref={dialog} class="row-explanation" aria-labelledby="row-explanation-title" onClose={onClose}>
      <div class="panel-head">
        <h2 id="row-explanation-title">{name}: how it is computed</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <p class="setting">
        {kind}
        {place && `, ${place}`}. Impact of {amountWords(row)}:{' '}
        {total === undefined ? 'unknown' : `${roundedText(total * by)} ${shownUnit}`}. Below, of one:
      </p>
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map(noteWords).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {readings && <FlowPicture name={name} unit={unit} contributions={readings.contributions} />}
      <ExplanationTree
        isOpen
        ask={(signal) =>
          send(ExploreExplanationDocument, variables, { release, signal }).then(
            ({ fleet }) => fleet?.items[0]?.impact.total?.explanation.nodes ?? [],
          )
        }
      />
    </dialog>
  )
}
