import { useEffect, useState } from 'preact/hooks'
import { type AssetInput, ExploreCalibrationDocument } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'

interface Props {
  /** The data release of the figures; empty for the default one. */
  readonly release: string
  /** What the ranges are about: ` of error`. */
  readonly of?: string
  /** The things that the ranges are of. None for a table: it has things of many kinds. */
  readonly requests?: readonly SubjectRequest[]
}

/** What is known of each data release and kind of thing: a page that is printed has no time to ask. */
const known = new Map<string, readonly string[]>()

/** What a likely range claims, and how many published figures of its own kind lie in ours. */
export function LikelyNote({ release, of = '', requests = [] }: Props) {
  const [, redraw] = useState({})
  const keys = [...new Set(requests.flatMap(thingOf))].map((thing) => `${release} ${thing}`)
  const asked = keys.filter((key) => !known.has(key)).join('\n')
  const published = keys.flatMap((key) => known.get(key) ?? [])
  useEffect(() => {
    const controller = new AbortController()
    for (const key of asked === '' ? [] : asked.split('\n'))
      publishedWords(release, JSON.parse(key.slice(release.length + 1)), controller.signal).then(
        (words) => {
          known.set(key, words)
          redraw({})
        },
        // The claim stands without it.
        () => undefined,
      )
    return () => controller.abort()
  }, [release, asked])
  return (
    <p class="note">
      Likely range{of}: 90 of 100 runs of the model lie in it.
      {published.length > 0 && ` Published figures that lie in ours: ${published.join(', ')}.`}{' '}
      <a href="/calibration">See the calibration</a>.
    </p>
  )
}

/** What says of what kind a thing is and whose its figures are, as an asset in JSON; none without published figures. */
function thingOf({ kind, input }: SubjectRequest): readonly string[] {
  if (kind === 'server') return ['{"server":{}}']
  if (kind === 'terminal') {
    const { usage: _, units: __, ...terminal } = input
    return [JSON.stringify({ terminal })]
  }
  if (kind === 'component') return Object.keys(input).map((name) => JSON.stringify({ component: { [name]: {} } }))
  return []
}

/** `75 of 78 of laptop making` for each kind of a thing; empty if no figures of such things are published. */
async function publishedWords(release: string, asset: AssetInput, signal: AbortSignal): Promise<readonly string[]> {
  const { calibration } = await send(ExploreCalibrationDocument, { asset }, { release, signal })
  return calibration.flatMap(({ kind, figures, inside }) =>
    figures === 0 ? [] : [`${Math.round(figures * inside)} of ${figures} of ${kind}`],
  )
}
