import { data, isRouteErrorResponse } from 'react-router'
import type { FieldErrors, SubmittedFields } from './form.ts'

export type Missing = { title: string; text?: string; link?: { to: string; label: string } }

/** Throw this: the nearest error boundary shows the title with a 404. */
export function notFound(title: string, more: Omit<Missing, 'title'> = {}) {
  return data<Missing>({ title, ...more }, { status: 404 })
}

/** Throw this for something that existed and will not come back, such as a revoked private link: a 410. */
export function gone(title: string, more: Omit<Missing, 'title'> = {}) {
  return data<Missing>({ title, ...more }, { status: 410 })
}

export function missingWords(error: unknown): Missing | undefined {
  if (!isRouteErrorResponse(error) || ![403, 404, 410, 429].includes(error.status)) return undefined
  return isMissing(error.data) ? error.data : undefined
}

function isMissing(words: unknown): words is Missing {
  return typeof words === 'object' && words !== null && 'title' in words && typeof words.title === 'string'
}

type Refused<More> = ReturnType<typeof data<{ refusal: string } & More>>

/** An expected "no": 409. */
export function refused<More extends object = object>(refusal: string, more?: More): Refused<More> {
  return data({ refusal, ...more } as { refusal: string } & More, { status: 409 })
}

/** 422 for a form that does not meet its schema, 409 for an expected "no", 429 for too many tries, 503 while we are busy. */
export function formError(
  status: 409 | 422 | 429 | 503,
  fieldErrors: FieldErrors,
  given: SubmittedFields,
  headers: HeadersInit = {},
) {
  return data({ fieldErrors, given }, { status, headers })
}

export function tooMany(retryAfterSeconds: number, given?: SubmittedFields) {
  return data(
    { refusal: tooManyWords(retryAfterSeconds), ...(given && { given }) },
    { status: 429, headers: { 'Retry-After': String(Math.ceil(retryAfterSeconds)) } },
  )
}

export function tooManyWords(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`
  return `Too many tries. Please try again in ${wait}.`
}

/** Internal header of a refusal that everybody gets who asks now; it never leaves the server (`server/known-refusals.ts`). */
export const refusedToAllMark = 'X-Refused-To-All'

export const refusedToAll = { [refusedToAllMark]: 'yes' } as const

export type Unavailable = {
  title: string
  text: string
  beside?: string
  /** The form that was not processed, to be sent again; `null` when nothing was sent, or not all of it is known. */
  retry: { action: string; fields: [name: string, value: string][] } | null
}

/** Whether the request may have charged a card: then the page must not deny it. */
export type ChargeRisk = 'none' | 'possible'

const title = 'We’ll Be Right Back'

export const unreadable: Unavailable = {
  title,
  text: 'The shop cannot reach its database right now. Nothing was charged. Please try again in a few seconds.',
  retry: null,
}

export const tooBusyWords: Unavailable = {
  title: 'One Moment, Please',
  text: 'The shop is very busy right now. Nothing was charged. Please try again in a few seconds.',
  retry: null,
}

export function notProcessedWords(risk: ChargeRisk, retry: Unavailable['retry']): Unavailable {
  if (risk === 'possible') {
    const text =
      'The shop lost its database while it was working on your payment. You will not be charged twice. Open your order in a minute: it shows the state of the payment.'
    return { title, text, beside: text, retry: null }
  }
  const way = retry
    ? 'What you entered is kept: try again in a few seconds.'
    : 'Go back and try again in a few seconds.'
  return {
    title,
    text: `The shop cannot reach its database right now, so your form was not processed. Nothing was charged. ${way}`,
    beside:
      'The shop cannot reach its database right now. Nothing was charged, and everything you typed is still here: press again in a few seconds.',
    retry,
  }
}

export function unavailableWords(error: unknown): Unavailable | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 503) return undefined
  const words = error.data as Unavailable | string | null
  // Written by the server before the router ran, as plain text.
  if (words === tooBusyWords.text) return tooBusyWords
  return words && typeof words === 'object' && typeof words.title === 'string' ? words : undefined
}
