import { CLIENT_LEFT, type Exchange } from './exchange.ts'
import { type BodyFault, readBody } from './read-body.ts'
import type { Responder } from './responder.ts'
import type { WorkQueue } from './work-queue.ts'

/** The way of a request to the work for it. */
export interface Intake {
  /** Does the work for a request that has been received in full, in its turn; none if its client has left by then. */
  readonly enqueue: (exchange: Exchange, work: () => void) => void
  /** Receives a body of at most `limit` bytes, then does the work. */
  readonly receive: (exchange: Exchange, limit: number, work: (body: Buffer) => void) => void
}

export function createIntake(queue: WorkQueue, { refuse, shed, fail, finish }: Responder): Intake {
  return { enqueue, receive }

  function enqueue(exchange: Exchange, work: () => void): void {
    const safely = () => {
      try {
        if (exchange.isAbandoned) finish(exchange, CLIENT_LEFT)
        else work()
      } catch (error) {
        fail(exchange, error as Error)
      }
    }
    queue.run(safely, () => shed(exchange, 'wait'))
  }

  function receive(exchange: Exchange, limit: number, work: (body: Buffer) => void): void {
    queue.beginReceiving()
    readBody(exchange, limit, (body) => {
      const hasRoom = queue.endReceiving()
      if (typeof body === 'string') refuseBody(exchange, body, limit)
      else if (!hasRoom) shed(exchange, 'concurrency')
      else enqueue(exchange, () => work(body))
    })
  }

  function refuseBody(exchange: Exchange, fault: BodyFault, limit: number): void {
    if (fault === 'aborted') finish(exchange, CLIENT_LEFT)
    else if (fault === 'no room') shed(exchange, 'bodies')
    else if (fault === 'too large') {
      refuse(exchange, 413, 'REQUEST_TOO_LARGE', `The body has more than ${limit} bytes`)
    } else {
      refuse(exchange, 415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding is not read: send the body as it is')
    }
  }
}
