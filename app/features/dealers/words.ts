import { formatCents } from '#app/kit/money.ts'
import { maxUploads } from './rules.ts'

/** Said of every dealer, listed or named: what the federal list cannot say is ours to find out. */
export const nfaWords = 'Whether they can take NFA items is to be confirmed by us.'

/** Said in the mail about an acceptance for which only the buyer vouches. */
export const unconfirmedMailWords =
  'The answer is not confirmed yet: it came from the address that you gave us, and our staff check it with the dealer.'

/** Why a dealer of an order cannot be chosen here. */
export const choiceRefusalWords: Record<'not_paid' | 'form_filed' | 'unlisted', string> = {
  not_paid: 'A dealer is chosen once the deposit is paid.',
  form_filed:
    'The federal transfer form is filed and names the dealer. Write to us at /contact if it has to be another one.',
  unlisted: 'This dealer is not on the list any more. Search again, or enter a dealer yourself.',
}

/** Why nobody was asked. */
export const askRefusalWords: Record<'no_dealer' | 'asked_enough', string> = {
  no_dealer: 'Choose a dealer first.',
  asked_enough: 'You have asked three times today. Please try again tomorrow, or write to us at /contact.',
}

/** Why an answer was not taken. */
export const answerRefusalWords: Record<'withdrawn' | 'declined' | 'expired' | 'form_filed', string> = {
  withdrawn:
    'The buyer has chosen another way, so there is nothing to answer any more. Thank you for your time.',
  declined: 'You have declined this transfer. If that was a mistake, write to us at /contact.',
  expired: 'The time to answer is over. If you would still take the transfer, write to us at /contact.',
  form_filed: 'The transfer form is filed. If something has changed, write to us at /contact.',
}

/** Why a license copy was not taken. */
export const uploadRefusalWords: Record<
  'too_large' | 'wrong_type' | 'unreadable' | 'locked' | 'active' | 'too_many',
  string
> = {
  too_large: 'The file is larger than 5 MB. Send a smaller one.',
  wrong_type: 'Send the copy as PDF, JPG or PNG.',
  unreadable: 'We cannot read this file. Save it anew as a plain PDF or a picture, and send it again.',
  locked: 'This PDF is locked with a password. Save it without one, or send a picture of it.',
  active:
    'This PDF carries a program, a form or another file. Print it to a new PDF, or send a picture of it.',
  too_many: `We have ${maxUploads} copies from you already, which is as many as we keep.`,
}

/** What was answered, for the page of the dealer who answered it. */
export const answeredWords = {
  accepted: { title: 'Thank you: accepted', text: 'We have told the buyer your fee and your hours.' },
  declined: { title: 'Thank you for answering', text: 'We have told the buyer to choose another dealer.' },
} as const

/** Ten digits as people read them: `(305) 555-0100`. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** What the dealer takes for the transfer, in words. */
export function feeWords(feeCents: number): string {
  return feeCents === 0 ? 'No transfer fee' : `${formatCents(feeCents)} transfer fee`
}
