import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import { FaultError } from '../../src/input/fault.ts'
import { anyAsset } from '../arbitraries.ts'
import { type Data, execute } from '../world.ts'
import { ALL, ASSET, check } from './support/any-impacts.ts'

describe('nothing but FaultError and NotFoundError is ever thrown', () => {
  const anyNumber = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(0, -0, 1e-300, 1e300, Number.MAX_SAFE_INTEGER, 0.1),
  )
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', '\u0000', '🖥️', ' '),
  )

  /** The same input with some of its leaves replaced by anything of their own GraphQL type. */
  function mutated(input: unknown, pick: () => number, text: () => string, number: () => number): unknown {
    if (Array.isArray(input)) return input.map((each) => mutated(each, pick, text, number))
    if (typeof input === 'object' && input !== null) {
      return Object.fromEntries(
        Object.entries(input).map(([key, each]) => [
          key,
          key === 'criterion' || key === 'kind' ? each : mutated(each, pick, text, number),
        ]),
      )
    }
    if (pick() !== 0) return input
    if (typeof input === 'string') return text()
    return Number.isInteger(input) ? Math.trunc(number() % 2 ** 31) || 0 : number()
  }

  test('for assets with parts replaced by anything', async () => {
    await check(
      fc.asyncProperty(
        anyAsset,
        fc.infiniteStream(fc.nat(4)),
        fc.infiniteStream(anyText),
        fc.infiniteStream(anyNumber),
        async (asset, picks, texts, numbers) => {
          const next =
            <Value>(stream: Iterator<Value>) =>
            () =>
              stream.next().value as Value
          const hostile = mutated(
            asset,
            next(picks[Symbol.iterator]()),
            next(texts[Symbol.iterator]()),
            next(numbers[Symbol.iterator]()),
          )
          const { data, errors = [] } = await execute(ASSET, { asset: hostile, criteria: ALL })
          for (const { path, originalError } of errors) {
            // What the types of GraphQL refuse has no path.
            if (path === undefined) continue
            expect(
              originalError instanceof FaultError || originalError instanceof NotFoundError,
              String(originalError?.stack),
            ).toBe(true)
          }
          for (const { asset: assessed } of (data as Data)?.fleet?.items ?? []) {
            for (const { embedded, use } of assessed?.impacts ?? []) {
              for (const figure of [embedded, use]) {
                if (figure === null) continue
                expect([figure.value, figure.min, figure.max].every(Number.isFinite)).toBe(true)
                expect(figure.min <= figure.value && figure.value <= figure.max).toBe(true)
              }
            }
          }
        },
      ) as never,
      400,
    )
  })
})
