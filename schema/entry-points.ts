import type { builder } from './builder.ts'

type QueryFields = Parameters<typeof builder.queryFields>[0]
type EntryPointBuilder = Parameters<QueryFields>[0]
type Fields = ReturnType<QueryFields>

const definitions: ((t: EntryPointBuilder) => Fields)[] = []

/**
 * Defines fields that answer from the tables of a scope: for `Query` the context's, for other types their own. The
 * parent is the scope, or empty for the context's.
 */
export function entryPoints(define: (t: EntryPointBuilder) => Fields): void {
  definitions.push(define)
}

/** All entry points; call it after loading every file that defines some. */
export function allEntryPoints(t: EntryPointBuilder): Fields {
  return Object.assign({}, ...definitions.map((define) => define(t)))
}
