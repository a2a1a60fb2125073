/** Keys whose value may be undefined become keys that may be absent. */
export type Known<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/**
 * The fields without those that are undefined.
 *
 * @example
 * known({ name: 'm5.metal', warning: undefined }) // { name: 'm5.metal' }
 */
export function known<Fields extends object>(fields: Fields): Known<Fields> {
  const result: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== undefined) result[name] = fields[name]
  return result as Known<Fields>
}
