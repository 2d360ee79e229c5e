import { jsonError } from '#app/http/json-answer.server.ts'

export function loader() {
  return jsonError(404, 'not_found', 'Not here yet')
}
