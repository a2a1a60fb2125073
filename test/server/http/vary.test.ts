import { describe, expect, it } from 'vitest'
import { ACCEPTED, EVERY_PATH } from './support/every-path.ts'
import { rawRequest } from './support/raw-request.ts'
import { realWorld } from './support/real-world.ts'
import { shareService } from './support/test-service.ts'

const IN_FORMS = /^\*|html|problem/

describe('an answer that depends on what a client accepts', () => {
  const shared = shareService({ world: realWorld() })

  it.each(EVERY_PATH)('names it in Vary: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answers = []
      // What nothing is deleted by is an error in any case, which has three forms.
      for (const accept of method === 'DELETE' ? ACCEPTED.filter((each) => IN_FORMS.test(each)) : ACCEPTED) {
        const response = await fetch(shared().url(path), { method, headers: { accept, 'accept-encoding': 'identity' } })
        await response.body?.cancel()
        const { status, headers } = response
        answers.push({ kind: `${status} ${headers.get('content-type')}`, vary: headers.get('vary') ?? '' })
      }
      for (const { vary } of answers) expect(vary).toMatch(/accept-encoding/)
      if (new Set(answers.map(({ kind }) => kind)).size > 1)
        for (const { kind, vary } of answers) expect(vary, `${method} ${path}: ${kind}`).toMatch(/\baccept\b(?!-)/i)
    }
  })

  it('is only one that does: other results are kept once for all', async () => {
    expect((await shared().get('/v1/server')).headers.get('vary')).toBe('accept-encoding')
  })
})

describe('a request without a Host', () => {
  const shared = shareService()

  it('is refused over HTTP/1.1', async () => {
    const { status, headers, body } = await rawRequest(shared().port, ['GET /v1/short HTTP/1.1\r\n\r\n'])
    expect([status, headers.connection, JSON.parse(body)]).toEqual([
      400,
      'close',
      { detail: 'The request has no Host' },
    ])
  })

  it('is answered over HTTP/1.0, which has none', async () => {
    expect((await rawRequest(shared().port, ['GET /v1/short HTTP/1.0\r\n\r\n'])).status).toBe(200)
  })
})
