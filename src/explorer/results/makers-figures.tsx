import type { ShownMakersFigureFragment } from '../../generated/explorer-operations.ts'
import { numberText, threeDigits } from './number-text.ts'
import { unitWords } from './words.ts'

type MakersFigure = ShownMakersFigureFragment

const WHAT: Readonly<Record<string, string>> = { MAKING: ' of making', EMBEDDED: ' embodied over its life' }

/** A badge for each document of the maker, which links to it, with its figures of one device beside ours. */
export function MakersFigures({ figures }: { readonly figures: readonly MakersFigure[] }) {
  const documents = Map.groupBy(figures, ({ source, model }) => `${model} ${source}`)
  return (
    <>
      {[...documents].map(([key, [first, ...others]]) =>
        first === undefined ? null : (
          <p key={key} class="total-parts">
            <Badge year={first.year} source={first.source} />
            {first.model}: {[first, ...others].map(besideOurs).join(' · ')}
          </p>
        ),
      )}
    </>
  )
}

/** `114.7 kg CO₂eq embodied over its life (our model: 185)` */
function besideOurs({ value, modelled, unit, covers }: MakersFigure): string {
  const ours = numberText(threeDigits(modelled))
  return `${numberText(value)} ${unitWords(unit)}${WHAT[covers] ?? ''} (our model: ${ours})`
}

function Badge({ year, source }: Pick<MakersFigure, 'year' | 'source'>) {
  const words = `maker’s figure${year === null ? '' : `, ${year}`}`
  const address = /https:\/\/\S+/.exec(source)?.[0]
  return (
    <span class="status COMPLETED badge">
      <i class="dot-status COMPLETED" />
      {address === undefined ? (
        words
      ) : (
        <a href={address} rel="noreferrer noopener" target="_blank">
          {words}
        </a>
      )}
    </span>
  )
}
