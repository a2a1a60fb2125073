import type { RestAnswer, RestRequest } from './handle-rest.ts'
import type { RunLarge } from './run-large.ts'

/** How often, and of how many intervals: V8 has then compiled most of what a year of 8,760 needs. */
const TIMES = 12
const INTERVALS = 1000

/** It uses what the usual large operations do: many inputs, a model of power, figures with bounds, a thread. */
const REQUEST = {
  method: 'POST',
  path: '/v2/timeline',
  query: new URLSearchParams(),
  body: JSON.stringify({
    asset: { server: {} },
    criterion: 'gwp',
    intervals: Array.from({ length: INTERVALS }, (_, hour) => ({ hours: 1, load: hour % 100 })),
  }),
  accept: undefined,
}

/**
 * Asks for a timeline a few times, so that the first large request neither waits for a thread to start, nor runs code that was
 * never run before: that takes a second. Requests that come meanwhile wait for one of them at most, some milliseconds. Never
 * rejects.
 */
export async function warmUp(
  handleRest: (request: RestRequest, runLarge: RunLarge) => RestAnswer | Promise<RestAnswer>,
  runLarge: RunLarge,
  isOver: () => boolean,
): Promise<void> {
  try {
    for (let time = 0; time < TIMES && !isOver(); time++) await handleRest(REQUEST, runLarge)
  } catch {
    // An error is reported to the clients whose requests have it, too.
  }
}
