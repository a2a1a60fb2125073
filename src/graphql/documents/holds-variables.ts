import type { ValueNode } from 'graphql'

/** Whether a literal has a variable in it: `{cpu: $cpu}` does. */
export function holdsVariables(value: ValueNode): boolean {
  if (value.kind === 'ListValue') return value.values.some(holdsVariables)
  if (value.kind === 'ObjectValue') return value.fields.some((field) => holdsVariables(field.value))
  return value.kind === 'Variable'
}
