import type { Locator } from 'playwright-core'

/** The text of an element as a person reads it: without what is hidden. */
export function textOf(element: Locator): Promise<string> {
  return element.innerText()
}
