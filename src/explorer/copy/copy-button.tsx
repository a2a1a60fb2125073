import { useState } from 'preact/hooks'
import { copyText } from './copy-text.ts'

/** Copies a text, and confirms it. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const [done, setDone] = useState('')
  const copy = async () => {
    setDone((await copyText(text)) ? 'Copied' : 'Could not copy: select the text instead')
    setTimeout(() => setDone(''), 2500)
  }
  return (
    <span class="copy">
      <button type="button" class="quiet" onClick={copy}>
        {children}
      </button>
      <span role="status" class="copy-done">
        {done}
      </span>
    </span>
  )
}
