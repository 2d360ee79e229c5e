import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import type { FieldErrors } from './form.ts'
import { submittedOf } from './submitted-fields.ts'
import { unavailableWords } from './unavailable.ts'

/** The status under which a form finds that it was not answered. After it nothing is loaded anew: see `isNetworkFailure`. */
const networkFailureStatus = 503

/** Said beside the button of a form that did not arrive, or that failed on our side. */
export const networkFailureWords =
  'That did not go through. Everything you typed is still here: check the connection and press again.'

/** What a form is told that was not answered: in the words of every other refusal, and with what was typed. */
type NetworkFailure = { refusal: string; fieldErrors: FieldErrors; given: Record<string, string> }

type Results = Record<string, DataStrategyResult>

/**
 * Keeps a form on its page when its line broke, or when the server failed: without it the error screen takes the page
 * away, and everything typed with it. What a page itself throws, such as "there is no such order", goes on up.
 * `onCutOff` says it as well, for forms that have no place for it.
 */
export async function keepFormOnFailure(
  request: Request,
  next: () => Promise<unknown>,
  onCutOff: (words: string) => void,
): Promise<Results> {
  const given = request.method === 'GET' ? undefined : await readTyped(request)
  const results = (await next()) as Results
  // Whoever went elsewhere in the meantime is told nothing.
  if (!given || request.signal.aborted) return results
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || isExpected(result)) continue
    const words = unavailableWords(result)?.beside ?? networkFailureWords
    onCutOff(words)
    results[route] = { type: 'data', result: networkFailure(given, words) }
  }
  return results
}

/** Read before it is sent: of a file that was on its way when the line broke, browsers read nothing any more. */
async function readTyped(request: Request): Promise<Record<string, string>> {
  return request
    .clone()
    .formData()
    .then(submittedOf, () => ({}))
}

/**
 * The same for an action whose answers have a shape of their own: `otherwise` is what its page is told when none came.
 */
export async function orNetworkError<Answer, Otherwise>(send: () => Promise<Answer>, otherwise: Otherwise) {
  try {
    return await send()
  } catch (thrown) {
    if (isExpected(thrown)) throw thrown
    return data(otherwise, { status: networkFailureStatus })
  }
}

/** Whether an action's answer says that none came: loading anew over a broken line would take the page away after all. */
export function isNetworkFailure(actionStatus: number | undefined): boolean {
  return actionStatus === networkFailureStatus
}

function isExpected(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)
}

function networkFailure(given: Record<string, string>, words: string) {
  return data<NetworkFailure>(
    { refusal: words, fieldErrors: { form: [words] }, given },
    { status: networkFailureStatus },
  )
}
