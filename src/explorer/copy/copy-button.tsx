import { useState } from 'preact/hooks'

/** Copies a text, and says so. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelected(text),
    )
    setSaid(isCopied ? 'Copied' : 'Could not copy: select the text instead')
    setTimeout(() => setSaid(''), 2500)
  }
  return (
    <span class="copy">
      <button type="button" class="quiet" onClick={copy}>
        {children}
      </button>
      <span role="status" class="copy-said">
        {said}
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
