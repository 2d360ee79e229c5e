import type { RequestKind } from './rules.ts'

/** What each kind of request is called: on the form, and in a sentence after `You asked us to`. */
export const kindWords: Record<RequestKind, { label: string; hint: string; sentence: string }> = {
  access: {
    label: 'Send me my data',
    hint: 'Everything we store for your email address.',
    sentence: 'send you the data we have about you',
  },
  correct: {
    label: 'Correct something',
    hint: 'Tell us below what’s wrong and what it should be.',
    sentence: 'correct the data we have about you',
  },
  delete: {
    label: 'Delete my data',
    hint: 'We keep records the law requires until we may delete them. We’ll tell you which.',
    sentence: 'delete the data we have about you',
  },
}

export const requestWords = {
  title: 'Your data',
  lead: 'For everyone, in every state. Confirm by email that the address is yours, and we’ll answer within 45 days.',
  send: 'Send request',
  sending: 'Sending...',
  sent: {
    title: 'One more step',
    text: 'Open the email we just sent and confirm that the address is yours. The link works for 7 days.',
    again: 'Make another request',
  },
  confirm: {
    title: 'Confirm your request',
    text: 'One click and we’ll get started.',
    button: 'Confirm request',
  },
  confirmed: {
    title: 'We have your request',
    text: 'We’re on it. An email with your reference number is on its way.',
  },
  notFound: {
    title: 'Link Not Found',
    text: 'Open the full link from our email. Links expire after 7 days. If yours has, please send a new request.',
    link: { to: '/privacy#request', label: 'New Request' },
  },
} as const
