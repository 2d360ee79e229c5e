// How long the shop keeps personal data that no record needs for good. A period is a setting: no longer than
// what the privacy page promises, and no shorter than its purpose or the law needs.

export type RetentionKind = {
  what: string
  why: string
  from: string
  /** The longest period, and the one unless staff choose a shorter one: the privacy page promises it. */
  days: number
  minDays: number
  minWhy: string
}

export const retentionKinds = {
  messages: {
    what: 'Messages and requests for a quote, with our answers',
    why: 'To answer, and to answer again when somebody writes back',
    from: 'the day it came in',
    days: 730,
    minDays: 30,
    minWhy: 'A question may still be open',
  },
  builds: {
    what: 'Submitted builds without an order, with their sender',
    why: 'To price the build and to build it later',
    from: 'the day it was submitted',
    days: 730,
    minDays: 90,
    minWhy: 'A price can be valid that long',
  },
  unpaid_orders: {
    what: 'The buyer of an order that expired or was canceled unpaid, and what was typed into its form',
    why: 'To answer a question about a declined payment',
    from: 'the day it ended',
    days: 30,
    minDays: 7,
    minWhy: 'A bank may still report a payment',
  },
  unconfirmed_addresses: {
    what: 'Addresses that signed up and never confirmed',
    why: 'To let them confirm',
    from: 'the day they last signed up',
    days: 14,
    minDays: 7,
    minWhy: 'The link that confirms works for seven days',
  },
  ended_subscriptions: {
    what: 'Subscriptions that ended',
    why: 'To prove what was agreed to, and that it was stopped',
    from: 'the day it ended',
    days: 365,
    minDays: 180,
    minWhy: 'Complaints come months later',
  },
  documents: {
    what: 'Documents that we requested of a buyer: ID, proof of residence, trust papers, permits',
    why: 'To decide the review of an order under state law',
    from: 'the day of our decision, or the day on which the order ended',
    days: 90,
    minDays: 7,
    minWhy: 'A buyer may ask about the decision',
  },
  worksheets: {
    what: 'Trust worksheets: names, places, shares',
    why: 'To fill the buyer’s own documents',
    from: 'the day it was last saved',
    days: 365,
    minDays: 30,
    minWhy: 'A trust is not written in a day',
  },
} as const satisfies Record<string, RetentionKind>

export type RetentionName = keyof typeof retentionKinds
export const retentionNames = Object.keys(retentionKinds) as RetentionName[]

export function isPeriodAllowed(name: RetentionName, days: number): boolean {
  const kind = retentionKinds[name]
  return Number.isInteger(days) && days >= kind.minDays && days <= kind.days
}
