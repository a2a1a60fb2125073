import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { askNewest, type Data } from './world.ts'

const page = readFileSync(new URL('../docs/nine-questions.md', import.meta.url), 'utf8')

/** Each question with its query, and our answer: **41.5 kg** (27.7 to 72.0). */
const QUESTIONS = page
  .split('\n## ')
  .slice(1)
  .map((section) => {
    const [, query = ''] = /```graphql\n(.*?)```/s.exec(section) ?? []
    const [, ...said] = /Ours: \*\*([\d.,]+) kg\*\* \(([\d.,]+) to ([\d.,]+)\)/.exec(section) ?? []
    return { title: section.split('\n')[0], query, said: said.map((each) => each.replaceAll(',', '')) }
  })

describe('The page of nine questions', () => {
  test('has nine, with our answers', () => {
    expect(QUESTIONS).toHaveLength(9)
  })

  test.each(QUESTIONS)('says what the service answers: $title', async ({ query, said }) => {
    const answer = await askNewest(query)
    const { value, likely } = (Object.values(answer)[0] as Data).impact.total
    // To three significant digits.
    expect(said.map(Number)).toEqual(
      [value, likely.low, likely.high].map((each: number) => Number(each.toPrecision(3))),
    )
  })
})
