import { createContext } from 'preact'

/** The id of the panel that holds a chart; empty for a chart outside of panels. */
export const PanelOfLinks = createContext('')

/** The address of the page, at one of its panels or at its start. */
export function pageAddress(panel = ''): string {
  const { origin, pathname, search } = location
  return `${origin}${pathname}${search}${panel && `#${panel}`}`
}
