import type { DealerAnswer } from '../rules/dealer-answer.ts'

/** What the chosen dealer says to it, on the order's page. That they can take NFA items we confirm, never they alone. */
export const dealerAnswerWords: Record<DealerAnswer['is'] | 'unasked', string> = {
  unasked: 'Not asked yet. Whether they can take NFA items is to be confirmed by us.',
  pending: 'This dealer is not on the federal list, so our staff look them up before we write to them.',
  asked: 'Asked by mail. We tell you as soon as they answer.',
  accepted:
    'They accepted. Whether they can take NFA items is to be confirmed by us before we file your form.',
  declined: 'They cannot take it. Choose another dealer: nothing else about your reservation changes.',
  expired: 'They did not answer in time. Ask them yourself and have us ask again, or choose another dealer.',
  refused: 'We found no licensed dealer by this name. Choose another one, or write to us at /contact.',
}

/** Said beside an answer for which only the buyer vouches. */
export const unconfirmedWords =
  'Not confirmed: you named the address that this came from. Our staff confirm it with the dealer before we rely on it.'
