interface Page<Entry> {
  readonly nodes: readonly Entry[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** A page of a list without entries. */
export const NO_PAGE: Page<never> = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }

/** The entries of a list on all its pages. `read` gives the page behind a cursor; null means the first. */
export async function allPages<Entry>(read: (after: string | null) => Promise<Page<Entry>>): Promise<Entry[]> {
  const entries: Entry[] = []
  let page = await read(null)
  entries.push(...page.nodes)
  while (page.pageInfo.hasNextPage) {
    page = await read(page.pageInfo.endCursor)
    entries.push(...page.nodes)
  }
  return entries
}
