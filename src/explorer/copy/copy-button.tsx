import { useState } from 'preact/hooks'
import { copyText } from './copy-text.ts'

interface Props {
  /** A function gives the text when it is copied. */
  readonly text: string | (() => string)
  /** What it copies, for screen readers. */
  readonly about?: string
  /** Whether it looks like a link within a text. */
  readonly isPlain?: boolean
  readonly children: string
}

/** Copies a text, and confirms it. */
export function CopyButton({ text, about, isPlain = false, children }: Props) {
  const [done, setDone] = useState('')
  const copy = async () => {
    setDone(
      (await copyText(typeof text === 'string' ? text : text())) ? 'Copied' : 'Could not copy: select the text instead',
    )
    setTimeout(() => setDone(''), 2500)
  }
  return (
    <span class="copy">
      <button
        type="button"
        class={isPlain ? 'plain' : 'quiet'}
        aria-label={about && `${children}: ${about}`}
        onClick={copy}
      >
        {children}
      </button>
      <span role="status" class="copy-done">
        {done}
      </span>
    </span>
  )
}
