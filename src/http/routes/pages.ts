import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedTypes } from '../../graphql/answers/accepted-types.ts'
import { HttpFault } from '../http-fault.ts'
import { pathAsked } from '../plugins/allowed-methods.ts'
import { NO_STORE } from '../plugins/fault-answers.ts'
import type { Runtime } from '../runtime.ts'
import { sendAnswer } from '../send-answer.ts'

/** Pages, by whatever path the world has one. */
export function addPages(app: FastifyInstance, runtime: () => Runtime): void {
  app.route({ method: ['GET', 'HEAD'], url: '/', handler: answer })
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answer })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathAsked(request)
    const page = await runtime().page(path)
    if (page === undefined) {
      // Programs get a fault, browsers a page that leads on.
      if (!acceptedTypes(request.headers.accept).includes('text/html'))
        throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
      const { body, contentType, contentSecurityPolicy } = await runtime().notFoundPage()
      return reply
        .code(404)
        .headers({ ...NO_STORE, 'content-type': contentType, 'content-security-policy': contentSecurityPolicy })
        .send(body)
    }
    request.template = path
    sendAnswer(reply, page)
    return reply
  }
}
