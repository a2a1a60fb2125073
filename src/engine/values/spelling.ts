/**
 * Converts a name of the code to the spelling of tables, ids and REST.
 *
 * @example
 * snakeCase('dieSizePerCore') // 'die_size_per_core'
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Converts a name of tables, ids and REST to the spelling of the code.
 *
 * @example
 * camelCase('die_size_per_core') // 'dieSizePerCore'
 */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
