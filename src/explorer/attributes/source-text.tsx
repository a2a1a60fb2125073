/** A source, with web addresses as links. */
export function SourceText({ source }: { readonly source: string }) {
  if (source === '') return <span class="muted">none stated</span>
  return (
    <>
      {source.split(/(https?:\/\/[^\s,;)]+)/).map((part, index) =>
        index % 2 === 1 ? (
          <a key={index} href={part} rel="noreferrer noopener" target="_blank">
            {shortAddress(part)}
          </a>
        ) : (
          part
        ),
      )}
    </>
  )
}

/** The host alone, which is enough to recognise the source. */
function shortAddress(address: string): string {
  const { host, pathname } = URL.parse(address) ?? { host: address, pathname: '' }
  const name = host.replace(/^www\./, '')
  return pathname.length > 1 ? `${name}/…` : name
}
