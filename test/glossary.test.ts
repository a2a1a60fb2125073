import { expect, test } from 'vitest'
import { criterionWords } from '../src/explorer/results/words.ts'
import { readDocument } from '../src/server/pages/text-page.ts'
import { askNewest } from './world.ts'

test('The glossary explains every impact by the name that the explorer gives it', async () => {
  const terms = [...readDocument('glossary.md').matchAll(/^\*\*(.*?)\*\*/gm)].map(([, term]) => term)
  const { criteria } = await askNewest('{ criteria { criterion description } }')
  expect(criteria).toHaveLength(24)
  const missing = criteria.map(criterionWords).filter((words: string) => !terms.includes(words))
  expect(missing).toEqual([])
})
