import type { Locator } from 'playwright-core'

/** The text of an element as a person reads it: without what is hidden. */
export function textOf(element: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: how it is laid out is what is asked here
  return element.innerText()
}
