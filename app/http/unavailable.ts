import { isRouteErrorResponse } from 'react-router'

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
