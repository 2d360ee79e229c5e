import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Books } from './books.ts'

/** Serves the stand-in's card form. */
export function serveCardForm(_books: Books, _request: IncomingMessage, response: ServerResponse) {
  response.writeHead(404).end()
}
