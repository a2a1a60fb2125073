import { useCallback, useState } from 'preact/hooks'
import { useDrop } from '../fleet/use-drop.ts'

/** Takes files that are dropped anywhere on the page, or chosen, and opens a fleet with them. */
export function DropFiles() {
  const [fault, setFault] = useState('')
  const open = useCallback(async (files: readonly File[]) => {
    if (files.length === 0) return
    try {
      const { openFleet } = await import('../fleet/handed-over.ts')
      await openFleet(files)
    } catch {
      setFault('This browser cannot hand the file over. Open the fleet page, and drop the file there.')
    }
  }, [])
  const isOver = useDrop(open)
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
          {fault} <a href="/explorer?mode=fleet">Open the fleet page</a>
        </p>
      )}
    </div>
  )
}
