import { formatCents } from '#app/kit/money.ts'
import { maxUploads } from './rules.ts'

/** Said of every dealer, listed or named: what the federal list cannot say is ours to find out. */
export const nfaWords = 'We’ll confirm that they can receive NFA items.'

/** Said in the mail about an acceptance for which only the buyer vouches. */
export const unconfirmedMailWords =
  'This answer isn’t confirmed yet. It came from the email address you gave us, so our staff will check with the dealer.'

/** Why a dealer of an order cannot be chosen here. */
export const choiceRefusalWords: Record<'not_paid' | 'form_filed' | 'unlisted', string> = {
  not_paid: 'You can choose a dealer once the deposit is paid.',
  form_filed:
    'The federal transfer form has been filed and names this dealer. If you need a different dealer, write to us at /contact.',
  unlisted: 'This dealer is no longer on the list. Search again or enter a dealer yourself.',
}

/** Why nobody was asked. */
export const askRefusalWords: Record<'no_dealer' | 'asked_enough', string> = {
  no_dealer: 'Choose a dealer first.',
  asked_enough: 'You’ve sent three requests today. Please try again tomorrow, or write to us at /contact.',
}

/** Why an answer was not taken. */
export const answerRefusalWords: Record<'withdrawn' | 'declined' | 'expired' | 'form_filed', string> = {
  withdrawn: 'The buyer has chosen another dealer, so no answer is needed. Thank you for your time.',
  declined: 'You declined this transfer. If that was a mistake, write to us at /contact.',
  expired: 'This request has expired. If you’d still like to take the transfer, write to us at /contact.',
  form_filed: 'The transfer form has been filed. If something has changed, write to us at /contact.',
}

/** Why a license copy was not taken. */
export const uploadRefusalWords: Record<
  'too_large' | 'wrong_type' | 'unreadable' | 'locked' | 'active' | 'too_many',
  string
> = {
  too_large: 'The file is larger than 5 MB. Please upload a smaller one.',
  wrong_type: 'Upload a PDF, JPG or PNG file.',
  unreadable: 'We can’t read this file. Save it again as a plain PDF or an image and resend it.',
  locked: 'This PDF is password-protected. Save it without a password, or send a photo of it.',
  active:
    'This PDF contains a script, a form or an attachment. Print it to a new PDF, or send a photo of it.',
  too_many: `We have ${maxUploads} copies from you, which is the maximum.`,
}

/** What was answered, for the page of the dealer who answered it. */
export const answeredWords = {
  accepted: { title: 'Thank you for accepting', text: 'We’ve sent the buyer your fee and hours.' },
  declined: { title: 'Thank you for answering', text: 'We’ve asked the buyer to choose another dealer.' },
} as const

/** Ten digits as people read them: `(305) 555-0100`. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** What the dealer takes for the transfer, in words. */
export function feeWords(feeCents: number): string {
  return feeCents === 0 ? 'No transfer fee' : `${formatCents(feeCents)} transfer fee`
}
