import { jsonError } from '#app/http/json-response.server.ts'

export { middleware } from './api-responses.server.ts'

/** Below `/api` everybody is a program, and told so in its own terms. */
export function loader(): Response {
  return jsonError(404, 'no_such_address', 'The interface has nothing at this address.')
}

/** What is not there cannot be written either. */
export function action(): Response {
  return loader()
}
