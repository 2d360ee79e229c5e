import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import type { FieldErrors, SubmittedFields } from './form.ts'
import { submittedFields } from './submitted-fields.ts'
import { unavailableWords } from './unavailable.ts'

/** The status of a form that got no response. No data is reloaded after it: see `isNetworkFailure`. */
const networkFailureStatus = 503

/** Shown beside the button of a form that did not arrive, or that failed on the server. */
export const networkFailureWords =
  'That did not go through. Everything you typed is still here: check the connection and press again.'

/** What a form without a response gets: the shape of every other refusal, with the input. */
type NetworkFailure = { refusal: string; fieldErrors: FieldErrors; given: SubmittedFields }

type Results = Record<string, DataStrategyResult>

/**
 * Keeps a form on its page when its connection failed, or when the server did: otherwise the error screen would replace
 * the page and lose the input. Anything a page throws itself, such as "order not found", is rethrown. `onCutOff` shows
 * the message for forms that have no place for it, and leaves the page open that they are on.
 */
export async function keepFormOnFailure(
  request: Request,
  next: () => Promise<unknown>,
  onCutOff: (words: string) => void,
): Promise<Results> {
  const given = request.method === 'GET' ? undefined : await readTyped(request)
  const results = (await next()) as Results
  // A visitor who went elsewhere in the meantime gets no message.
  if (!given || request.signal.aborted) return results
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || isExpected(result)) continue
    const words = unavailableWords(result)?.beside ?? networkFailureWords
    onCutOff(words)
    results[route] = { type: 'data', result: networkFailure(given, words) }
  }
  return results
}

/** Read before sending: after a network failure browsers can no longer read a file that was being sent. */
async function readTyped(request: Request): Promise<SubmittedFields> {
  return request
    .clone()
    .formData()
    .then(submittedFields, () => ({}))
}

/** The same for an action whose results have their own shape: `otherwise` is its result without a response. */
export async function orNetworkError<Answer, Otherwise>(send: () => Promise<Answer>, otherwise: Otherwise) {
  try {
    return await send()
  } catch (thrown) {
    if (isExpected(thrown)) throw thrown
    return data(otherwise, { status: networkFailureStatus })
  }
}

/**
 * Whether an action's result means that no response came: reloading over a broken connection would replace the page
 * after all.
 */
export function isNetworkFailure(actionStatus: number | undefined): boolean {
  return actionStatus === networkFailureStatus
}

function isExpected(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)
}

function networkFailure(given: SubmittedFields, words: string) {
  return data<NetworkFailure>(
    { refusal: words, fieldErrors: { form: [words] }, given },
    { status: networkFailureStatus },
  )
}
