import { expect, test } from 'vitest'
import { assessFile } from '../../clients/programs/job.ts'
import { KEYS, startJobService } from './job-service.ts'

test.each([
  ['without API keys', false, undefined],
  ['with API keys', true, KEYS.mine],
])(
  'the documented program of a web page sends a file, follows the job and reads its rows: %s',
  async (_, closed, key) => {
    const { url } = await startJobService({}, { closed })
    const shown: { readonly state: string; readonly progress: number }[] = []
    const file = new Blob(['label,kind,quantity\ndesk,laptop,3\n'])
    const rows = await assessFile(url(''), file, key, (job) => shown.push(job))
    expect(shown.at(-1)).toMatchObject({ state: 'done', progress: 1 })
    expect(rows).toMatchObject([{ label: 'desk', gwp_total: expect.any(Number) }])
  },
)

test('the documented program says that it needs a key', async () => {
  const { url } = await startJobService({}, { closed: true })
  await expect(assessFile(url(''), new Blob(['kind\nlaptop\n']), undefined, () => {})).rejects.toThrow('API key')
})
