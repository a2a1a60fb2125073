/**
 * The text of an operation of the explorer, as it is sent, shown and trusted. With `ofRelease` it asks the same of a data
 * release by its name: `query Q($a: A) { server { … } }` becomes `query Q($a: A, $release: ID!) { release(id: $release) { server
 * { … } } }`.
 */
export function documentText(document: { toString(): string }, ofRelease = false): string {
  const text = document
    .toString()
    .trim()
    .replace(/^ {4}(?=fragment|query)/gm, '')
  return ofRelease ? text.replace(OPERATION, askRelease) : text
}

/** The operation among the fragments of a document: its name, its variables, its fields. */
const OPERATION = /^query (\w+)(?:\((.*)\))? \{\n([\s\S]*?)\n\}$/m

function askRelease(_: string, name: string, variables: string | undefined, fields: string): string {
  const all = [...(variables === undefined ? [] : [variables]), '$release: ID!'].join(', ')
  return `query ${name}(${all}) {\n  release(id: $release) {\n${fields.replace(/^/gm, '  ')}\n  }\n}`
}
