/**
 * node:http, not imported: the names of a module that is imported are all read, and reading those that browsers have too
 * (WebSocket, MessageEvent) loads an HTTP client that takes longer than all the rest of a start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
