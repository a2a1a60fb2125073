/**
 * A bare node:http server that reads each request to its end and answers the bytes it was given: the most that an HTTP
 * service in this language can do. Started with `fork`; the bytes come as a message, the port goes back as one.
 */
import { createServer } from 'node:http'

let body = Buffer.alloc(0)

const server = createServer((request, response) => {
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
  request.resume()
})

process.on('message', (bytes: string) => {
  body = Buffer.from(bytes)
  process.send?.({ ready: true })
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('disconnect', () => process.exit())
