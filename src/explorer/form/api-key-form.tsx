import { useEffect, useRef } from 'preact/hooks'
import { keepApiKey, keyFault } from '../api/api-key.ts'
import { FieldRow } from './field-row.tsx'

/** Asks for an API key, then for everything again: what is chosen stands in the address. */
export function ApiKeyForm() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const fault = keyFault()
  return (
    <form
      class="api-key"
      aria-labelledby="api-key-title"
      onSubmit={(event) => {
        event.preventDefault()
        keepApiKey(input.current?.value.trim() ?? '')
        location.reload()
      }}
    >
      <h2 id="api-key-title">This service needs an API key</h2>
      <FieldRow
        id="api-key"
        label="API key"
        fault={fault === undefined ? undefined : { message: fault }}
        note="It is kept in this tab until you close it, and sent to this service only."
      >
        <input
          ref={input}
          id="api-key"
          type="password"
          autocomplete="off"
          required
          pattern="\s*[!-~]+\s*"
          title="Letters, digits and signs, without spaces"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? 'api-key-note' : 'api-key-fault'}
        />
      </FieldRow>
      <button type="submit" class="quiet">
        Use this key
      </button>
    </form>
  )
}
