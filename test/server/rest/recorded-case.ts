import { readdirSync, readFileSync } from 'node:fs'

/** A request and its recorded answer; descriptions, sources and warnings, whose words are free, are left out of it. */
export interface RecordedCase {
  readonly name: string
  readonly request: { readonly method: 'GET' | 'POST'; readonly target: string; readonly body?: unknown }
  readonly response: Written
}

/** A number as it is written in a JSON text: `900.0` is a decimal, `900` is not. */
export class WrittenNumber {
  readonly value: number
  readonly isDecimal: boolean

  constructor(source: string) {
    this.value = Number(source)
    this.isDecimal = /[.eE]/.test(source)
  }
}

export type Written = null | boolean | string | WrittenNumber | readonly Written[] | { readonly [key: string]: Written }

const parse = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source: string }) => unknown,
) => unknown

/** Reads a JSON text with the kind of each number kept. */
export function readWritten(text: string): Written {
  return parse(text, (_, value, { source }) =>
    typeof value === 'number' ? new WrittenNumber(source) : value,
  ) as Written
}

/** All cases of a folder beside this file, by name. */
export function recordedCases(folder: string): readonly RecordedCase[] {
  const url = new URL(`./${folder}/`, import.meta.url)
  return readdirSync(url)
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, url), 'utf8')
      const { request } = JSON.parse(text) as RecordedCase
      const { response } = readWritten(text) as unknown as RecordedCase
      return { name: file.replace('.json', '').replaceAll('-', ' '), request, response }
    })
}

/** Where an answer differs from what was recorded; what it has on top does not count. */
export function differences(recorded: Written, answered: Written | undefined, path: readonly string[] = []): string[] {
  const at = path.join('.')
  if (recorded instanceof WrittenNumber) {
    if (!(answered instanceof WrittenNumber)) return [`${at}: expected ${recorded.value}, got ${show(answered)}`]
    if (!isClose(recorded.value, answered.value)) return [`${at}: expected ${recorded.value}, got ${answered.value}`]
    const isSameKind = recorded.isDecimal === answered.isDecimal
    return isSameKind || KIND_IS_FREE.test(at)
      ? []
      : [`${at}: expected a ${recorded.isDecimal ? 'decimal' : 'whole number'}`]
  }
  if (recorded === null || typeof recorded !== 'object') {
    return recorded === answered ? [] : [`${at}: expected ${show(recorded)}, got ${show(answered)}`]
  }
  if (answered === null || typeof answered !== 'object' || answered instanceof WrittenNumber) {
    return [`${at}: expected ${show(recorded)}, got ${show(answered)}`]
  }
  if (Array.isArray(recorded)) {
    if (!Array.isArray(answered) || recorded.length !== answered.length)
      return [`${at}: expected ${recorded.length} entries`]
    return recorded.flatMap((each, index) => differences(each, answered[index], [...path, `${index}`]))
  }
  const answers = answered as { readonly [key: string]: Written }
  const keys = Object.keys(recorded)
  // The order of keys is part of the contract.
  const order = Object.keys(answers).filter((key) => key in recorded)
  const ordered = order.join() === keys.join() ? [] : [`${at}: expected the keys ${keys.join()}, got ${order.join()}`]
  if (keys.join() === 'a,b,c,d')
    return sameCurve(recorded as Written, answered as Written) ? ordered : [...ordered, `${at}: another curve`]
  return [
    ...ordered,
    ...keys.flatMap((key) =>
      differences((recorded as { readonly [key: string]: Written })[key] ?? null, answers[key], [...path, key]),
    ),
  ]
}

/** Die sizes were recorded whole, since they were cut there; here they are decimals. */
const KIND_IS_FREE = /die_size\.\w+$/

/** Impacts, attributes and factors have 4 figures. The last can differ, because sums of binary fractions do. */
const TOLERANCE = 0.0005

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
}

/** The parameters of a curve are not determined one by one: within 1 % at every load. */
function sameCurve(recorded: Written, answered: Written): boolean {
  const curve = (written: Written) => {
    const { a, b, c, d } = written as Readonly<Record<string, WrittenNumber>>
    const number = (each: WrittenNumber | undefined) => each?.value ?? Number.NaN
    return (load: number) => Math.max(1, number(a) * Math.log(number(b) * (load + number(c))) + number(d))
  }
  const [one, other] = [curve(recorded), curve(answered)]
  return [0, 5, 10, 25, 50, 75, 90, 100].every((load) => Math.abs(one(load) - other(load)) <= 0.01 * one(load))
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing'
}
