import { data } from 'react-router'
import type { FieldErrors, SubmittedFields } from './form.ts'

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
