/**
 * A name of the code as tables, ids and REST spell it.
 *
 * @example
 * snakeCase('dieSizePerCore') // 'die_size_per_core'
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
