import { Agent, get } from 'node:http'

/** A client that has waited this long counts as waiting for ever. */
const PATIENCE_MS = 40_000

/** What came of a request. */
export interface Outcome {
  /** The status of an answer that came whole, the code of an error, or `nothing`. */
  readonly result: string
  readonly body: string
}

/** Asks over a connection of its own, or one of an agent. */
export function ask(url: string, agent: Agent | false = false): Promise<Outcome> {
  return new Promise((resolve) => {
    let body = ''
    const end = (result: string) => resolve({ result, body })
    const fail = ({ code }: NodeJS.ErrnoException) => end(code ?? 'error')
    const sent = get(url, { agent }, (response) => {
      response.on('data', (chunk) => {
        body += String(chunk)
      })
      response.on('end', () => end(String(response.statusCode)))
      response.on('error', fail)
    })
    sent.on('error', fail)
    sent.setTimeout(PATIENCE_MS, () => {
      end('nothing')
      sent.destroy()
    })
  })
}

/** Clients that ask again and again. */
export interface Clients {
  /** What came of their requests so far. */
  readonly results: readonly string[]
  /** Ends when each has the outcome of its last request: after `stop`, or when the service refuses connections. */
  readonly ended: Promise<void>
  readonly stop: () => void
}

/** Keeps asking over some connections, and reuses each as long as possible. */
export function keepAsking(url: string, connections: number): Clients {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const results: string[] = []
  let isStopped = false
  const loop = async () => {
    while (!isStopped) {
      const { result } = await ask(url, agent)
      results.push(result)
      if (result === 'ECONNREFUSED') return
    }
  }
  return {
    results,
    ended: Promise.all(Array.from({ length: connections }, loop)).then(() => agent.destroy()),
    stop: () => {
      isStopped = true
    },
  }
}
