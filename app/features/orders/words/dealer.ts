import type { DealerAnswer } from '../rules/dealer-answer.ts'

const confirmWords = { nfa: 'that they can receive NFA items', plain: 'their license' }

/** The dealer's answer on the order page. That they can take it is confirmed by us, never by them alone. */
export function dealerAnswerWords(is: DealerAnswer['is'] | 'not_requested', isNfa: boolean): string {
  const what = confirmWords[isNfa ? 'nfa' : 'plain']
  if (is === 'not_requested') return `Not contacted yet. We’ll confirm ${what}.`
  if (is === 'accepted')
    return `They accepted. We’ll confirm ${what} before we ${isNfa ? 'file your form' : 'ship'}.`
  return answerWords[is]
}

const answerWords: Record<Exclude<DealerAnswer['is'], 'accepted'>, string> = {
  pending: 'This dealer is not on the federal list, so we check them before we write to them.',
  requested: 'We’ve emailed them and will let you know as soon as they answer.',
  declined: 'They can’t take it. Choose another dealer: nothing else about your reservation changes.',
  expired:
    'They didn’t answer in time. Contact them yourself and have us ask again, or choose another dealer.',
  refused: 'We couldn’t find a licensed dealer by this name. Choose another one, or write to us at /contact.',
}

/** Shown with an answer from an address that only the buyer named. */
export const unconfirmedWords =
  'Not confirmed: you named the address that this came from. Our staff confirm it with the dealer before we rely on it.'
