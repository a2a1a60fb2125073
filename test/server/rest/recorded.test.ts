import { describe, expect, test } from 'vitest'
import { rest } from './ask-rest.ts'
import { differences, type RecordedCase, readWritten, recordedCases, WrittenNumber } from './recorded-case.ts'

const CASES = recordedCases('cases')

describe('the comparison with a recorded answer', () => {
  const recorded = readWritten('{"a":{"value":900.0,"min":459.9},"list":[1],"text":"x","none":null}')

  test.each([
    ['another figure', '{"a":{"value":901.0,"min":459.9},"list":[1],"text":"x","none":null}'],
    ['a whole number for a decimal', '{"a":{"value":900,"min":459.9},"list":[1],"text":"x","none":null}'],
    ['a decimal for a whole number', '{"a":{"value":900.0,"min":459.9},"list":[1.0],"text":"x","none":null}'],
    ['another order of keys', '{"a":{"min":459.9,"value":900.0},"list":[1],"text":"x","none":null}'],
    ['a missing key', '{"a":{"value":900.0},"list":[1],"text":"x","none":null}'],
    ['a longer list', '{"a":{"value":900.0,"min":459.9},"list":[1,2],"text":"x","none":null}'],
    ['another text', '{"a":{"value":900.0,"min":459.9},"list":[1],"text":"y","none":null}'],
    ['a text for a number', '{"a":{"value":"900.0","min":459.9},"list":[1],"text":"x","none":null}'],
    ['nothing', 'null'],
  ])('sees %s', (_, answered) => {
    expect(differences(recorded, readWritten(answered))).not.toEqual([])
  })

  test('passes what was recorded, and what comes on top', () => {
    expect(differences(recorded, recorded)).toEqual([])
    const more = '{"a":{"value":900.0,"new":1,"min":459.9},"list":[1],"text":"x","none":null,"more":2}'
    expect(differences(recorded, readWritten(more))).toEqual([])
    expect(readWritten('[1, 1.0, 1e-05]')).toEqual([
      new WrittenNumber('1'),
      new WrittenNumber('1.0'),
      new WrittenNumber('1e-05'),
    ])
  })
})

test('some fifty answers were recorded', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(40)
})

test.for(CASES.map((each): [string, RecordedCase] => [each.name, each]))(
  'the recorded answer is met: %s',
  async ([, { request, response }]) => {
    const { status, body } = await rest(request.target, request.body, request.method)
    expect(status).toBe(200)
    expect(differences(response, readWritten(body))).toEqual([])
  },
)
