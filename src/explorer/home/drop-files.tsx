import { useEffect, useState } from 'preact/hooks'

/** Takes files that are dropped anywhere on the page, or chosen, and opens a fleet with them. */
export function DropFiles() {
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState('')
  const open = async (files: readonly File[]) => {
    setOver(false)
    if (files.length === 0) return
    try {
      const { openFleet } = await import('../fleet/handed-over.ts')
      await openFleet(files)
    } catch {
      setFault('This browser cannot pass the file on. Open the fleet, and drop it there.')
    }
  }
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      open(files)
    }
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal })
    addEventListener('drop', drop, { signal })
    return () => controller.abort()
  }, [])
  return (
    <div class={isOver ? 'ask-drop over' : 'ask-drop'}>
      <span>Or drop a table, an inventory or a cloud bill on this page, or</span>
      <label>
        choose a file
        <input
          type="file"
          multiple
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ currentTarget }) => open([...(currentTarget.files ?? [])])}
        />
      </label>
      {fault !== '' && (
        <p role="alert" class="ask-fault">
          {fault} <a href="/explorer?mode=fleet">Open the fleet</a>
        </p>
      )}
    </div>
  )
}
