import { input, type NumberAttribute } from './attribute.ts'
import type { Cell } from './cell.ts'

/**
 * What the caller gave (INPUT), under its id, else what is typical (ARCHETYPE); undefined where neither is there.
 *
 * @example
 * givenOrTypical(16, 'input.configuration.ram[0].capacity', cell, 'GB') // 16 GB, INPUT
 */
export function givenOrTypical(given: number | undefined, id: string, typical: Cell, unit?: string): NumberAttribute
export function givenOrTypical(
  given: number | undefined,
  id: string,
  typical: Cell | undefined,
  unit?: string,
): NumberAttribute | undefined
export function givenOrTypical(
  given: number | undefined,
  id: string,
  typical: Cell | undefined,
  unit?: string,
): NumberAttribute | undefined {
  return given === undefined ? typical?.in(unit) : input(id, given, unit)
}
