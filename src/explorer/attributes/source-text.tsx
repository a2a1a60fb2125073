import { useEffect, useState } from 'preact/hooks'

type TitleOf = (address: string) => string

let titleOf: TitleOf | undefined

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
          part
        ),
      )}
    </>
  )
}
