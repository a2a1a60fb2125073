import type { ComponentChildren } from 'preact'

interface Props {
  /** The name of the term in the glossary. */
  readonly of: string
  readonly children: ComponentChildren
}

/** A word that the glossary explains, as a link to it. */
export function Term({ of, children }: Props) {
  return (
    <a class="term" href={`/glossary#${idOf(of)}`}>
      {children}
    </a>
  )
}

/** `Likely range` is `likely-range`, as the page of the glossary names its terms. */
function idOf(term: string): string {
  return term
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
