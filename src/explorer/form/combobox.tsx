import { useEffect, useId, useRef, useState } from 'preact/hooks'

/** One suggestion: what is taken, and how it is shown. */
export interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

interface Props {
  readonly id: string
  readonly label: string
  readonly value: string
  /** How a chosen value is shown, where it is not shown as itself. */
  readonly shown?: string | undefined
  readonly placeholder?: string | undefined
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
  readonly suggest: (typed: string, signal: AbortSignal) => Promise<readonly Option[]>
  readonly onChoose: (value: string) => void
}

/** How long typing must have paused before suggestions are asked for, in milliseconds. */
const PAUSE_MS = 120

/**
 * A text field with suggestions, after the combobox pattern of the ARIA Authoring Practices (list autocomplete, manual
 * selection): arrows move, Enter takes, Escape closes; anything else may be typed too and counts once the field is left.
 */
export function Combobox({
  id,
  label,
  value,
  shown = value,
  placeholder,
  describedBy,
  isInvalid,
  suggest,
  onChoose,
}: Props) {
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [options, setOptions] = useState<readonly Option[]>([])
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const asked = useRef<AbortController>(undefined)

  const ask = (text: string, pause: number) => {
    asked.current?.abort()
    const controller = new AbortController()
    asked.current = controller
    setTimeout(async () => {
      if (controller.signal.aborted) return
      const found = await suggest(text, controller.signal).catch(() => [])
      if (controller.signal.aborted) return
      setOptions(found)
      setActive(-1)
    }, pause)
  }
  useEffect(() => () => asked.current?.abort(), [])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const open = (text: string, pause = 0) => {
    setOpen(true)
    ask(text, pause)
  }
  const close = () => {
    asked.current?.abort()
    setOpen(false)
    setActive(-1)
  }
  const take = (taken: string) => {
    close()
    setTyped(undefined)
    if (taken !== value) onChoose(taken)
  }
  const leave = () => {
    if (typed === undefined) return close()
    const same = options.find((option) => option.label.toLowerCase() === typed.trim().toLowerCase())
    take(same?.value ?? typed.trim())
  }
  const press = (event: KeyboardEvent) => {
    const isShown = isOpen && options.length > 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isShown) return open(typed ?? '')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = isShown ? options[active] : undefined
      if (option) take(option.value)
      else leave()
    } else if (event.key === 'Escape') {
      if (isOpen) event.preventDefault()
      if (!isOpen) setTyped(undefined)
      close()
    }
  }
  const hasList = isOpen && options.length > 0
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
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          open(event.currentTarget.value, PAUSE_MS)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => open(typed ?? '')}
        onBlur={leave}
        onKeyDown={press}
      />
      <div id={listId} ref={list} role="listbox" tabIndex={-1} aria-label={label} hidden={!hasList}>
        {options.map((option, index) => (
          <div
            key={option.value}
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
        ))}
      </div>
    </div>
  )
}
