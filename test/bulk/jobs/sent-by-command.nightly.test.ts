import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { batchRows, csvRows, FILES, scratch, scratchFile } from '../scratch.ts'
import { KEYS, leftOver, servers, startJobService } from './job-service.ts'

describe('The command, sent to a service', () => {
  const run = async (args: readonly string[], key: string) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, IMPACTQL_KEY: key }
    const child = spawn(process.execPath, ['bin/impactql.js', 'assess', ...args], { env })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    const [status] = await once(child, 'close')
    return { status, stderr }
  }

  it('writes what it writes without, says what was wrong, and leaves no job', async () => {
    const { url, folder } = await startJobService({}, { closed: true })
    const output = scratch('by-service.csv')
    const options = ['--service', url(''), '--criteria', 'gwp', '--load', '12', '-o', output]
    const file = `${FILES}/assets.csv`
    expect(await run([file, 'more.csv', ...options], KEYS.mine)).toMatchObject({ status: 2 })
    expect(await run([file, ...options], 'another')).toEqual({
      status: 1,
      stderr: expect.stringContaining('401: '),
    })
    expect(await run(['none.csv', ...options], KEYS.mine)).toEqual({
      status: 1,
      stderr: expect.stringContaining('ENOENT'),
    })
    const unread = scratchFile('colours.csv', 'colour,taste\nred,sweet\n')
    const failed = await run([unread, ...options], KEYS.mine)
    expect(failed).toEqual({ status: 1, stderr: expect.stringContaining('colour, taste') })
    const { status, stderr } = await run([file, ...options], KEYS.mine)
    expect([status, stderr]).toEqual([0, expect.stringContaining('6 rows: 3 assessed, 3 faulty, 0 left out')])
    const asked = { criteria: ['gwp'], duration: 8760, boundary: 'DATA_CENTRE' } as const
    const { written } = await batchRows([file], { ...asked, usage: { timeWorkload: 12 } })
    expect(csvRows(output)).toEqual(written)
    expect(leftOver(folder)).toEqual([])
  })

  it('shows how far it is, also where nobody sits at a terminal', async () => {
    const { url } = await startJobService()
    const file = scratchFile('many-servers.csv', servers(60_000))
    const { status, stderr } = await run([file, '--service', url(''), '-o', scratch('many-servers-out.csv')], '')
    expect(status).toBe(0)
    expect(stderr).toMatch(/\d+% \| \d+ of 60000 rows \|/)
    expect(stderr).toContain('60,000 rows: ')
  })

  it('reads the answers of a service of version 0.1.0, with their former names', async () => {
    const file = `${FILES}/assets.csv`
    const { energy, rowsFaulty, rowsSkipped, ...totals } = (await batchRows([file])).totals
    const counts = { rows: 6, done: 3, faulty: 3, skipped: 0 }
    const job = { id: '0'.repeat(32), state: 'done', ...counts, totals, release: '2026.11' }
    const former = createServer((request, response) => {
      request.resume()
      const isEvents = request.url?.endsWith('/events')
      if (request.url?.endsWith('/result')) response.end('label,fault\n')
      else response.end(isEvents ? `data: ${JSON.stringify(job)}\n\n` : JSON.stringify(job))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void former.close())
    await once(former, 'listening')
    const [output, written] = [scratch('by-former-service.csv'), scratch('by-former-service.json')]
    const service = `http://127.0.0.1:${(former.address() as AddressInfo).port}`
    const args = [file, '--service', service, '-o', output, '--totals', written]
    const { status, stderr } = await run(args, '')
    expect([status, stderr]).toEqual([0, expect.stringContaining('6 rows: 3 assessed, 3 faulty, 0 left out')])
    const read = JSON.parse(readFileSync(written, 'utf8'))
    expect(read).toMatchObject({ rows: 6, energy, rowsFaulty, rowsSkipped, impacts: totals.impacts })
    expect(energy).toBeGreaterThan(0)
  })

  it('waits for a service that is busy for a moment, and leaves no job', async () => {
    const { url, folder } = await startJobService()
    const asked: string[] = []
    const busy = createServer(async (request, response) => {
      const path = `${request.url}`.replace(/[0-9a-f]{32}/, 'ID').split('?')[0] as string
      asked.push(`${request.method} ${path}`)
      if (request.method === 'GET' && asked.filter((each) => each === `GET ${path}`).length === 1) {
        response.writeHead(503, { 'retry-after': '1' }).end('{"detail": "busy"}')
        return
      }
      const { method = 'GET', headers } = request
      const answer = await fetch(url(`${request.url}`), {
        method,
        headers: { accept: headers.accept ?? '*/*' },
        ...(method === 'POST' && { body: await buffer(request), headers: { 'content-type': 'text/csv' } }),
      } as RequestInit)
      response.writeHead(answer.status).end(await answer.text())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void busy.close())
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    const output = scratch('by-busy-service.csv')
    const file = `${FILES}/assets.csv`
    const { status } = await run([file, '--service', `http://127.0.0.1:${port}`, '-o', output], KEYS.mine)
    expect(status).toBe(0)
    expect(csvRows(output).length).toBe(6)
    const [events, result] = ['GET /v2/jobs/ID/events', 'GET /v2/jobs/ID/result']
    expect(asked).toEqual(['POST /v2/jobs', events, events, result, result, 'DELETE /v2/jobs/ID'])
    expect(leftOver(folder)).toEqual([])
  })
})
