import { useState } from 'preact/hooks'

/** Copies a text, and confirms it. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const [done, setDone] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelected(text),
    )
    setDone(isCopied ? 'Copied' : 'Could not copy: select the text instead')
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

/** The way that works where there is no clipboard to write to: pages served over plain HTTP. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'unseen'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
