import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { PanelOfLinks } from '../copy/page-address.ts'
import { subjectLetter } from '../subjects/subject.ts'
import type { SubjectResult } from './subject-result.ts'

interface Props {
  readonly id: string
  readonly title: string
  /** Whether it is always collapsed first, and renders its content when expanded. */
  readonly isLazy?: boolean
  /** Whether it starts expanded all the same. */
  readonly isAsked?: boolean
  readonly children: ComponentChildren
}

/** Wide pages open all panels. */
const WIDE = '(min-width: 60.01rem)'

/** A collapsible part of the results; on a phone, only the summary starts open. */
export function Panel({ id, title, isLazy = false, isAsked = false, children }: Props) {
  const isOpen = useRef((matchMedia(WIDE).matches && !isLazy) || isAsked || isInAddress(id)).current
  const [wasOpened, setOpened] = useState(!isLazy || isOpen)
  const known = useRef(isOpen)
  const follow = (open: boolean) => {
    if (open) setOpened(true)
    // A panel that starts open tells so, too.
    if (open !== known.current) nameInAddress(id, open)
    known.current = open
  }
  return (
    <section id={id} class="panel" aria-labelledby={`${id}-title`}>
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => follow(open)}>
        <summary>
          <h2 id={`${id}-title`}>{title}</h2>
        </summary>
        {wasOpened && <PanelOfLinks.Provider value={id}>{children}</PanelOfLinks.Provider>}
      </details>
    </section>
  )
}

interface LaterProps<Content> {
  /** Fetches the code; the same function each time. */
  readonly load: () => Promise<{ readonly default: (props: Content) => ComponentChildren }>
  readonly content: Content
}

/** Loads the code of a part of the page when it is shown. */
export function Later<Content extends object>({ load, content }: LaterProps<Content>) {
  const [Shown, setShown] = useState<(props: Content) => ComponentChildren>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    load().then(
      (loaded) => setShown(() => loaded.default),
      () => setFailed(true),
    )
  }, [])
  if (hasFailed) return <p class="fault">This part of the page could not be loaded. Reload the page.</p>
  return Shown === undefined ? <p class="note">Loading…</p> : <Shown {...content} />
}

/** Whether the address names this panel. */
export const isInAddress = (id: string) => location.hash === `#${id}`

/** Scrolls to a panel, expands it, and names it in the address. */
export function openPanel(id: string): void {
  expandPanel(id)?.scrollIntoView({ block: 'start' })
  history.replaceState(null, '', `#${id}`)
}

/** Names a panel in the address when it opens, and no longer when it closes. */
function nameInAddress(id: string, isOpen: boolean): void {
  if (isOpen) history.replaceState(null, '', `#${id}`)
  else if (isInAddress(id)) history.replaceState(null, '', location.pathname + location.search)
}

/** Expands a panel, and returns it; undefined for the id of anything else. */
function expandPanel(id: string): Element | undefined {
  const panel = document.getElementById(id)
  if (!panel?.classList.contains('panel')) return undefined
  const fold = panel.querySelector<HTMLDetailsElement>(':scope > details')
  if (fold) fold.open = true
  return panel
}

/** By these, a reader takes over from the address. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Shows the panel that the address names, and keeps it in view while figures come in, until the reader moves on. */
export function usePanelOfAddress(): void {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let isFollowed = true
    const show = () => {
      if (isFollowed) expandPanel(location.hash.slice(1))?.scrollIntoView({ block: 'start' })
    }
    const growth = new ResizeObserver(show)
    growth.observe(document.getElementById('results') as Element)
    const leave = () => {
      isFollowed = false
    }
    for (const move of MOVES) addEventListener(move, leave, { signal, passive: true })
    const follow = () => {
      isFollowed = true
      show()
    }
    addEventListener('hashchange', follow, { signal })
    return () => {
      growth.disconnect()
      listening.abort()
    }
  }, [])
}

interface PanelNavProps {
  readonly panels: readonly (readonly [id: string, title: string])[]
}

/** Links to the parts of the results. */
export function PanelNav({ panels }: PanelNavProps) {
  return (
    <nav class="panel-nav" aria-label="Results">
      {panels.map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault()
            openPanel(id)
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

interface SubjectTabsProps {
  readonly label: string
  readonly results: readonly SubjectResult[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** A button for each of several subjects. */
export function SubjectTabs({ label, results, chosen, onChoose }: SubjectTabsProps) {
  if (results.length < 2) return null
  return (
    <fieldset class="tabs" aria-label={label}>
      {results.map(({ name, position }, index) => (
        <button key={index} type="button" class="chip" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
          {subjectLetter(position)} · {name}
        </button>
      ))}
    </fieldset>
  )
}
