import { useCallback, useEffect } from 'preact/hooks'
import { useDrop } from './use-drop.ts'

interface Props {
  readonly onAdd: (files: readonly File[]) => void
}

export const EXAMPLE = `label,kind,quantity,provider,instance_type,cpu_name,cpu_units,ram_units,ram_capacity,location,load,hours
db,server,2,,,Xeon Gold 6138,2,12,32,FRA,40,
web,cloudInstance,10,aws,m5.xlarge,,,,,SWE,25,2190
desks,laptop,120,,,,,,,DEU,,
`

/** Number of tables pasted so far, since a file of the same name replaces the earlier one. */
let pasted = 0

/** Where files are chosen, dropped or pasted. */
export function DropArea({ onAdd }: Props) {
  const onText = useCallback(
    (text: string) => onAdd([new File([text], `pasted ${++pasted}.csv`, { type: 'text/csv' })]),
    [onAdd],
  )
  const isOver = useDrop(onAdd, onText)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest('input, select, textarea') !== null
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const files = [...(event.clipboardData?.files ?? [])]
      // A spreadsheet also copies a picture of its cells.
      const isTable = text.trim() !== ''
      const isOfFileField = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if ((isField && !isOfFileField) || (!isTable && files.length === 0)) return
      event.preventDefault()
      if (isTable) onText(text)
      else onAdd(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [onAdd, onText])
  return (
    <div class={isOver ? 'drop over' : 'drop'}>
      <label class="primary choose">
        Choose fleet files
        <input
          class="unseen"
          id="fleet-file"
          type="file"
          multiple
          accept=".csv,.tsv,.json,.ndjson,.jsonl,.parquet,.txt,text/csv,application/json"
          aria-describedby="fleet-drop-note"
          // Choosing the same file again counts, too: it may have changed.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            if (files.length > 0) onAdd(files)
          }}
        />
      </label>
      <span class="note" id="fleet-drop-note">
        or drop them here, or paste a table from a spreadsheet
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => onAdd([new File([EXAMPLE], 'example.csv', { type: 'text/csv' })])}
      >
        Try an example
      </button>
    </div>
  )
}
