/** Copies a text; whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  // Pages served over plain HTTP have no clipboard.
  if (navigator.clipboard === undefined) return copySelected(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
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
