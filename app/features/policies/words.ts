import type { RequestKind } from './rules.ts'

/** What each kind of request is called: on the form, and in a sentence after `You asked us to`. */
export const kindWords: Record<RequestKind, { label: string; hint: string; sentence: string }> = {
  access: {
    label: 'Send me my data',
    hint: 'Everything we keep that belongs to your address.',
    sentence: 'send you what we keep about you',
  },
  correct: {
    label: 'Correct something',
    hint: 'Say below what is wrong and what is right.',
    sentence: 'correct what we keep about you',
  },
  delete: {
    label: 'Delete my data',
    hint: 'Records that law makes us keep stay until it lets us delete them. We tell you which.',
    sentence: 'delete what we keep about you',
  },
}

/** Everything the form and its pages say. */
export const requestWords = {
  title: 'Ask about your data',
  lead: 'For everybody, in whichever state you live. You confirm by mail that the address is yours, and we answer within 45 days.',
  send: 'Send the request',
  sending: 'Sending...',
  sent: {
    title: 'One more step',
    text: 'Open the mail we have just sent and confirm that the address is yours. The link works for 7 days.',
    again: 'Ask something else',
  },
  confirm: {
    title: 'Confirm your request',
    text: 'One press, and we begin.',
    button: 'Confirm the request',
  },
  confirmed: {
    title: 'We have your request',
    text: 'It is on our desk, and a mail with its reference is on its way to you.',
  },
  notFound: {
    title: 'Link Not Found',
    text: 'Open the link from our mail in full. A link that was not used in 7 days no longer works: ask again.',
    link: { to: '/privacy#request', label: 'Ask Again' },
  },
} as const
