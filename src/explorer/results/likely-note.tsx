import { useEffect, useState } from 'preact/hooks'
import { ExploreCalibrationDocument } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'

interface Props {
  /** The data release of the figures; empty for the default one. */
  readonly release: string
  /** What the ranges are about: ` of error`. */
  readonly of?: string
}

/** What is known of each data release: a page that is printed has no time to ask. */
const known = new Map<string, string>()

/** What a likely range claims, and how many published figures lie in ours. Stands once beside ranges. */
export function LikelyNote({ release, of = '' }: Props) {
  const [, redraw] = useState({})
  const published = known.get(release) ?? ''
  useEffect(() => {
    if (known.has(release)) return
    const controller = new AbortController()
    publishedWords(release, controller.signal).then(
      (words) => {
        known.set(release, words)
        redraw({})
      },
      // The claim stands without it.
      () => undefined,
    )
    return () => controller.abort()
  }, [release])
  return (
    <p class="note">
      Likely range{of}: 90 of 100 runs of the model lie in it{published && ', and '}
      {published ? (
        <a href="/calibration">{published}</a>
      ) : (
        <>
          . <a href="/calibration">See the calibration</a>
        </>
      )}
      .
    </p>
  )
}

/** `76 % of 150 published figures`; empty without any. */
async function publishedWords(release: string, signal: AbortSignal): Promise<string> {
  const { calibration } = await send(ExploreCalibrationDocument, {}, { release, signal })
  const figures = calibration.reduce((sum, each) => sum + each.figures, 0)
  const inside = calibration.reduce((sum, each) => sum + Math.round(each.figures * each.inside), 0)
  return figures === 0 ? '' : `${Math.round((inside / figures) * 100)} % of ${figures} published figures`
}
