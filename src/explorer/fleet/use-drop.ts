import { useEffect, useState } from 'preact/hooks'

/**
 * Takes files that are dropped anywhere on the page, since a browser would leave the page for them; `onText` takes text
 * that is dropped beside fields. Returns whether files are over the page.
 */
export function useDrop(onFiles: (files: readonly File[]) => void, onText?: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const isMeant = ({ dataTransfer, target }: DragEvent) =>
      dataTransfer?.types.includes('Files') ||
      (onText !== undefined && !(target instanceof Element && target.closest('input, select, textarea')))
    const over = (event: DragEvent) => {
      if (!isMeant(event)) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      if (!isMeant(event)) return
      event.preventDefault()
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      const text = event.dataTransfer?.getData('text/plain') ?? ''
      if (files.length > 0) onFiles(files)
      else if (text.trim() !== '') onText?.(text)
    }
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal })
    addEventListener('drop', drop, { signal })
    return () => controller.abort()
  }, [onFiles, onText])
  return isOver
}
