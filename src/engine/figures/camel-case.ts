/**
 * A name of tables, ids and REST as the code spells it.
 *
 * @example
 * camelCase('die_size_per_core') // 'dieSizePerCore'
 */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
