/** Where the key is kept: in this tab alone, until it is closed. */
const PLACE = 'impactql-api-key'

/** An event of the window: the service refused a request because it lacks a key that it knows. */
export const KEY_REFUSED = 'impactql-key-refused'

/** The API key that was typed in; undefined where none was. */
export function apiKey(): string | undefined {
  return sessionStorage.getItem(PLACE) ?? undefined
}

export function keepApiKey(key: string): void {
  sessionStorage.setItem(PLACE, key)
}

/** What is wrong with the key that is kept; nothing where there is none. */
export function keyFault(): string | undefined {
  return apiKey() === undefined ? undefined : 'The service does not know this API key.'
}

/** What is wrong with the key that was sent, or not sent, in words; the page asks for another. */
export function refuseKey(): Error {
  window.dispatchEvent(new Event(KEY_REFUSED))
  return new Error(keyFault() ?? 'The service needs an API key.')
}
