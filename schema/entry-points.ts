import type { builder } from './builder.ts'

type QueryFields = Parameters<typeof builder.queryFields>[0]
type EntryPointBuilder = Parameters<QueryFields>[0]
type Fields = ReturnType<QueryFields>

const definitions: ((t: EntryPointBuilder) => Fields)[] = []

/**
 * Fields that answer from the tables of a scope: of `Query`, whose scope is that of the context, and of whatever else has
 * tables. Their parent is the scope, or nothing where it is that of the context.
 */
export function entryPoints(define: (t: EntryPointBuilder) => Fields): void {
  definitions.push(define)
}

/** All of them, once every file that defines some was read. */
export function allEntryPoints(t: EntryPointBuilder): Fields {
  return Object.assign({}, ...definitions.map((define) => define(t)))
}
