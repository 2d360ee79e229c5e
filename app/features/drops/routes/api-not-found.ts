import { jsonError } from '#app/http/json-response.server.ts'

export { middleware } from './api-responses.server.ts'

/** Unknown API paths answer with JSON, not a page. */
export function loader(): Response {
  return jsonError(404, 'no_such_address', 'Not found.')
}

/** Unknown paths refuse writes the same way. */
export function action(): Response {
  return loader()
}
