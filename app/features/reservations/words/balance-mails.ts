import type { BalanceReminder } from '../rules/balance.ts'

export type BalanceMailKind = 'requested' | 'extended' | 'tax_changed' | BalanceReminder

type On = { what: string; total: string; dueOn: string }
type MailWords = { subject: (on: On) => string; heading: string; lead: (on: On) => string }

export const balanceMailWords: Record<BalanceMailKind, MailWords> = {
  requested: {
    subject: ({ what, dueOn }) => `Balance due ${dueOn}: ${what}`,
    heading: 'Your balance is due',
    lead: ({ total, dueOn }) =>
      `You agreed to the final price, and the build begins once the rest is paid: ${total} by ${dueOn}.`,
  },
  extended: {
    subject: ({ what, dueOn }) => `More time to pay, until ${dueOn}: ${what}`,
    heading: 'More time to pay',
    lead: ({ total, dueOn }) => `Your balance of ${total} is now due ${dueOn}.`,
  },
  tax_changed: {
    subject: ({ what, dueOn }) => `Balance changed, due ${dueOn}: ${what}`,
    heading: 'Your balance has changed',
    lead: ({ total, dueOn }) =>
      `You have another dealer now, and sales tax follows the place where they hand it over. The balance is ${total}, due ${dueOn} as before.`,
  },
  week: {
    subject: ({ what, dueOn }) => `Reminder: balance due ${dueOn}, ${what}`,
    heading: 'Your balance is due in a week',
    lead: ({ total, dueOn }) => `${total} is due ${dueOn}. The build begins once it’s paid.`,
  },
  two_days: {
    subject: ({ what, dueOn }) => `Reminder: balance due ${dueOn}, ${what}`,
    heading: 'Your balance is due in two days',
    lead: ({ total, dueOn }) => `${total} is due ${dueOn}. The build begins once it’s paid.`,
  },
  today: {
    subject: ({ what }) => `Balance due today: ${what}`,
    heading: 'Your balance is due today',
    lead: ({ total }) => `${total} is due today. The build begins once it’s paid.`,
  },
  overdue: {
    subject: ({ what }) => `Balance overdue: ${what}`,
    heading: 'Your balance is overdue',
    lead: ({ total, dueOn }) =>
      `${total} was due ${dueOn} and hasn’t arrived. You can still pay it, or write to us if you need more time.`,
  },
}

export function unpaidWords(dueOn: string, releasedOn: string): string {
  return `If the balance isn’t paid by ${dueOn}, we remind you, and keep the reservation until ${releasedOn}. After that we may release it to others, and you get the whole deposit back. If you need more time, write to us.`
}
