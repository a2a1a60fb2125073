import titles from 'virtual:source-titles'

/**
 * The title of the document at an address: as sources.csv has it, or for a page below one of its addresses with the
 * name of the page. For other addresses, the host and the name of the page.
 */
export function sourceTitle(address: string): string {
  const title = titles[address]
  if (title !== undefined) return title
  const above = Object.keys(titles).filter((url) => url.endsWith('/') && address.startsWith(url) && isBelowHost(url))
  const nearest = above.toSorted((one, other) => other.length - one.length)[0]
  const page = pageOf(address)
  return [nearest === undefined ? hostOf(address) : titles[nearest], page].filter((part) => part !== '').join(', ')
}

function isBelowHost(url: string): boolean {
  return (URL.parse(url)?.pathname.length ?? 0) > 1
}

function hostOf(address: string): string {
  return (URL.parse(address)?.host ?? address).replace(/^www\./, '')
}

/** The name of a page: `Intel-Xeon Gold 6148` of `/CPUs/Xeon/Intel-Xeon%20Gold%206148.html`. */
function pageOf(address: string): string {
  const last =
    URL.parse(address)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  return decoded(last).replace(/\.(html?|php|pdf)$/, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
