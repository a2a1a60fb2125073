import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCEPTED, EVERY_PATH } from './support/every-path.ts'
import { realWorld } from './support/real-world.ts'
import { shareService } from './support/test-service.ts'
import { until } from './support/until.ts'

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** nginx that keeps what it may keep, in a folder of its own. */
function configuration(folder: string, port: number, servicePort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    # Started by root, its processes would be of one who may not read the folder.
    user ${userInfo().username};
    pid ${folder}/pid;
    error_log stderr error;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n      ')}
      proxy_cache_path ${folder}/kept keys_zone=kept:1m;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${servicePort};
          proxy_http_version 1.1;
          proxy_cache kept;
          proxy_cache_key $request_uri;
          add_header x-kept $upstream_cache_status always;
        }
      }
    }`
}

describe('Behind a cache', () => {
  const shared = shareService({ world: realWorld() })
  let port = 0
  let end = async () => {}

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'impactql-cache-'))
    port = await freePort()
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, configuration(folder, port, shared().port))
    const nginx = spawn('/usr/sbin/nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' })
    end = async () => {
      if (nginx.exitCode === null) {
        nginx.kill()
        await once(nginx, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    }
    await until(() =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  })
  afterAll(() => end())

  async function ask(base: string, path: string, accept: string) {
    const response = await fetch(`${base}${path}`, { headers: { accept, 'accept-encoding': 'identity' } })
    const text = await response.text()
    const { status, headers } = response
    const type = headers.get('content-type')
    return { answer: { status, type, length: path === '/metrics' ? 0 : text.length }, kept: headers.get('x-kept') }
  }

  it.each(EVERY_PATH)('each client gets what it accepts, after any other client: %s', async (path) => {
    const cache = `http://127.0.0.1:${port}`
    for (let round = 0; round < 2; round++)
      for (const accept of ACCEPTED)
        expect((await ask(cache, path, accept)).answer, accept).toEqual(
          (await ask(shared().url(''), path, accept)).answer,
        )
  })

  it('answers are kept: the second of the same comes from the cache', async () => {
    const asks = [1, 2].map(() => () => ask(`http://127.0.0.1:${port}`, '/v1/server?duration=77', '*/*'))
    const kept = []
    for (const each of asks) kept.push((await each()).kept)
    expect(kept).toEqual(['MISS', 'HIT'])
  })
})
