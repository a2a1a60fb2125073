/**
 * A name of the code as tables, ids and REST spell it.
 *
 * @example
 * snakeCase('dieSizePerCore') // 'die_size_per_core'
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * A name of tables, ids and REST as the code spells it.
 *
 * @example
 * camelCase('die_size_per_core') // 'dieSizePerCore'
 */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
