import { useEffect, useState } from 'preact/hooks'
import { attributeWords } from '../results/words.ts'

type TitleOf = (address: string) => string

let titleOf: TitleOf | undefined

/** A name in a formula: `use_time_ratio`. */
const NAME = /\b[a-z]+(?:_[a-z]+)+\b/g

/** A source, with web addresses as links that have the titles of their documents. */
export function SourceText({ source }: { readonly source: string }) {
  const [title, setTitle] = useState(() => titleOf)
  useEffect(() => {
    if (title !== undefined || !source.includes('://')) return
    import('./source-titles.ts').then(
      ({ sourceTitle }) => {
        titleOf = sourceTitle
        setTitle(() => sourceTitle)
      },
      // Without the titles, addresses stand for themselves.
      () => undefined,
    )
  }, [title, source])
  if (source === '') return <span class="muted">none stated</span>
  return (
    <>
      {source.split(/(https?:\/\/(?:\([^\s)]*\)|[^\s,;)])+)/).map((part, index) =>
        index % 2 === 1 ? (
          <a key={index} href={part} rel="noreferrer noopener" target="_blank">
            {title?.(part) ?? part}
          </a>
        ) : (
          part.replace(NAME, (name) => attributeWords(name).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()))
        ),
      )}
    </>
  )
}
