/**
 * The text of an explorer operation. With `ofRelease` it queries a named data release: `query Q($a: A) { server { … }
 * }` becomes `query Q($a: A, $release: ID!) { release(id: $release) { server { … } } }`.
 */
export function documentText(document: { toString(): string }, ofRelease = false): string {
  const text = document
    .toString()
    .trim()
    .replace(/^ {4}(?=fragment|query)/gm, '')
  return ofRelease ? text.replace(OPERATION, askRelease) : text
}

/** Matches the operation of a document with fragments: its name, its variables, its fields. */
const OPERATION = /^query (\w+)(?:\((.*)\))? \{\n([\s\S]*?)\n\}$/m

function askRelease(_: string, name: string, variables: string | undefined, fields: string): string {
  const all = [...(variables === undefined ? [] : [variables]), '$release: ID!'].join(', ')
  return `query ${name}(${all}) {\n  release(id: $release) {\n${fields.replace(/^/gm, '  ')}\n  }\n}`
}
