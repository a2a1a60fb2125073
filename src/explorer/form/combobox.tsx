import { useEffect, useId, useRef, useState } from 'preact/hooks'

/** A suggestion: its value and display. Suggestions of a group are shown together. */
export interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string
  readonly group?: string
}

interface Props {
  readonly id: string
  readonly value: string
  /** How a chosen value is displayed, if not as itself. */
  readonly shown?: string | undefined
  readonly placeholder?: string | undefined
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
  readonly suggest: (typed: string, signal: AbortSignal) => Promise<readonly Option[]>
  /** The value that a free text means. */
  readonly meaning?: ((typed: string) => Promise<string | undefined>) | undefined
  readonly onChoose: (value: string) => void
}

/** Milliseconds of pause in typing before suggestions are fetched. */
const PAUSE_MS = 100

/**
 * A text field with suggestions, after the combobox pattern of the ARIA Authoring Practices (list autocomplete,
 * automatic selection). The first match is marked, arrows move, Enter accepts, Escape closes. On leaving, a text
 * without a choice becomes its meaning, or stays as typed.
 */
export function Combobox(props: Props) {
  const { id, value, shown = value, placeholder, describedBy, isInvalid, suggest, meaning, onChoose } = props
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [options, setOptions] = useState<readonly Option[]>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const asked = useRef<AbortController>(undefined)
  /** The last typed text: state lags one render behind when a key follows at once. */
  const text = useRef<string>(undefined)
  /** Whether the options belong to the current text; false until new ones arrive. */
  const isFresh = useRef(false)
  /** Whether a match for an entered text is pending, so that leaving the field must not replace it. */
  const isEntered = useRef(false)

  const cancel = () => {
    asked.current?.abort()
    asked.current = new AbortController()
    isEntered.current = false
    return asked.current
  }
  const ask = (wanted: string, pause: number) => {
    const { signal } = cancel()
    setTimeout(async () => {
      if (signal.aborted) return
      const found = await suggest(wanted, signal).catch(() => undefined)
      if (signal.aborted) return
      isFresh.current = true
      setOptions(found)
      setActive(wanted === '' ? (found ?? []).findIndex((option) => option.value === value) : found?.length ? 0 : -1)
    }, pause)
  }
  useEffect(() => () => asked.current?.abort(), [])
  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, isOpen])

  const open = (wanted: string, pause = 0) => {
    setOpen(true)
    if (pause === 0) setOptions(undefined)
    ask(wanted, pause)
  }
  const type = (next: string | undefined) => {
    text.current = next
    isFresh.current = false
    setTyped(next)
  }
  const close = () => {
    cancel()
    setOpen(false)
    setActive(-1)
  }
  const take = (taken: string) => {
    close()
    type(undefined)
    if (taken !== value) onChoose(taken)
  }
  const enter = async () => {
    const wanted = text.current
    const marked = isOpen ? options?.[active] : undefined
    if (wanted === undefined) return marked === undefined ? close() : take(marked.value)
    if (wanted.trim() === '') return take('')
    if (marked !== undefined && isFresh.current) return take(marked.value)
    const { signal } = cancel()
    isEntered.current = true
    const [first] = await suggest(wanted, signal).catch(() => [])
    if (!signal.aborted) take(first?.value ?? wanted.trim())
  }
  const leave = async () => {
    if (isEntered.current) return setOpen(false)
    const wanted = text.current
    close()
    if (wanted === undefined) return
    const same = options?.find((option) => option.label.toLowerCase() === wanted.trim().toLowerCase())
    const meant = same?.value ?? (wanted.trim() === '' ? '' : await meaning?.(wanted).catch(() => undefined))
    if (text.current === wanted) take(meant ?? wanted.trim())
  }
  const press = (event: KeyboardEvent) => {
    const count = isOpen ? (options?.length ?? 0) : 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (count === 0) return open(typed ?? '')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + count + (active < 0 && step < 0 ? 1 : 0)) % count)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      enter()
    } else if (event.key === 'Escape') {
      if (isOpen) event.preventDefault()
      type(undefined)
      close()
    }
  }
  const isEmpty = isOpen && options?.length === 0 && typed !== undefined && typed.trim() !== ''
  const hasList = isOpen && options !== undefined && options.length > 0
  return (
    <div class="combobox">
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={listId}
        aria-activedescendant={hasList && active >= 0 ? `${listId}-${active}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isInvalid ? true : undefined}
        placeholder={placeholder}
        value={typed ?? shown}
        onInput={({ currentTarget }) => {
          type(currentTarget.value)
          open(currentTarget.value, PAUSE_MS)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => open(typed ?? '')}
        onBlur={leave}
        onKeyDown={press}
      />
      <div id={listId} ref={list} role="listbox" tabIndex={-1} aria-label="Suggestions" hidden={!hasList}>
        {hasList &&
          grouped(options).map(([group, members]) => {
            const rows = members.map(([option, index]) => (
              <div
                key={index}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => {
                  event.preventDefault()
                  take(option.value)
                }}
              >
                <span>{option.label}</span>
                {option.hint && <span class="hint">{option.hint}</span>}
              </div>
            ))
            if (group === '') return rows
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
              <div key={group} role="group" aria-label={group}>
                <p class="option-group" aria-hidden="true">
                  {group}
                </p>
                {rows}
              </div>
            )
          })}
      </div>
      <p class="no-match" role="status" hidden={!isEmpty}>
        {isEmpty && `No match for “${typed?.trim()}”`}
      </p>
    </div>
  )
}

/** Options with their list index, by group in the order of first appearance. */
function grouped(options: readonly Option[]): readonly (readonly [string, readonly (readonly [Option, number])[]])[] {
  const groups = new Map<string, (readonly [Option, number])[]>()
  for (const [index, option] of options.entries()) {
    const { group = '' } = option
    groups.set(group, [...(groups.get(group) ?? []), [option, index]])
  }
  return [...groups]
}
