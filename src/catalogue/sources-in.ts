import { perObject } from './per-object.ts'
import type { Source, Tables } from './tables.ts'

/** A bracket belongs to an address if it is closed within it. */
const ADDRESS = /https?:\/\/(?:\([^\s()]*\)|[^\s;,()])+/g

/**
 * The sources that a text next to a figure names, by their addresses or, in brackets, by their shown texts. If an
 * address continues another, the longer one counts.
 *
 * @example
 * sourcesIn(tables)('https://ember-energy.org/data/yearly-electricity-data/') // Ember, with its licence and year
 */
export const sourcesIn: (tables: Pick<Tables, 'sources'>) => (text: string | undefined) => readonly Source[] =
  perObject(({ sources }) => {
    const byText = new Map(sources.map((source) => [source.shown ?? source.url ?? source.title, source]))
    const longestFirst = sources
      .filter(({ url }) => url !== undefined)
      .toSorted((a, b) => (b.url ?? '').length - (a.url ?? '').length)
    const byName = sources.filter(({ shown }) => shown !== undefined)
    return (text) => {
      if (text === undefined) return []
      const whole = byText.get(text)
      if (whole !== undefined) return [whole]
      const found = (text.match(ADDRESS) ?? []).flatMap(
        (address) => longestFirst.find(({ url = '' }) => address.startsWith(url)) ?? [],
      )
      return [...new Set([...found, ...byName.filter(({ shown = '' }) => text.includes(`(${shown})`))])]
    }
  })
