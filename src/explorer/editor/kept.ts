import type { Asked } from './run-query.ts'

type Kept = Pick<Asked, 'query' | 'variables'>

const LAST = 'impactql-query'
const PAST = 'impactql-past-queries'
const MOST_PAST = 30

/** The query of the last visit, if the browser has it. */
export function kept(): Kept | undefined {
  return read<Kept>(LAST)
}

/** Headers are never kept: they may have an API key. */
export function keep({ query, variables }: Kept): void {
  write(LAST, { query, variables })
}

/** Queries that were run, the last first. */
export function pastQueries(): readonly Kept[] {
  return read<readonly Kept[]>(PAST) ?? []
}

export function rememberQuery({ query, variables }: Kept): void {
  const others = pastQueries().filter((each) => each.query !== query || each.variables !== variables)
  write(PAST, [{ query, variables }, ...others].slice(0, MOST_PAST))
}

function read<Value>(place: string): Value | undefined {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

function write(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value))
  } catch {
    // The browser keeps nothing, or has no room.
  }
}
