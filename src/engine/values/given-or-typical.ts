import { input, type NumberAttribute } from './attribute.ts'
import type { Cell } from './cell.ts'

/**
 * The caller's value (INPUT) under its path, else the typical one (ARCHETYPE); undefined if there is neither.
 *
 * @example
 * givenOrTypical(16, 'input.configuration.ram[0]', 'capacity', cell, 'GB', 'ram') // 16 GB, INPUT
 */
export function givenOrTypical(
  given: number | undefined,
  at: string,
  name: string,
  typical: Cell,
  unit?: string,
  part?: string,
): NumberAttribute
export function givenOrTypical(
  given: number | undefined,
  at: string,
  name: string,
  typical: Cell | undefined,
  unit?: string,
  part?: string,
): NumberAttribute | undefined
export function givenOrTypical(
  given: number | undefined,
  at: string,
  name: string,
  typical: Cell | undefined,
  unit?: string,
  part?: string,
): NumberAttribute | undefined {
  return given === undefined ? typical?.in(unit) : input(at, name, given, unit, part)
}
