// How long the shop keeps personal data that no record needs for good, as the privacy page promises. Data requests stay as long as
// California asks for (11 CCR 7101).

export type RetentionKind = {
  what: string
  why: string
  from: string
  days: number
}

export const retentionKinds = {
  messages: {
    what: 'Messages and requests for a quote, with our answers',
    why: 'To answer, and to answer again when somebody writes back',
    from: 'the day it came in',
    days: 730,
  },
  builds: {
    what: 'Submitted builds without an order, with their sender',
    why: 'To price the build and to build it later',
    from: 'the day it was submitted',
    days: 730,
  },
  unpaid_orders: {
    what: 'The buyer of an order that expired or was canceled unpaid, and what was typed into its form',
    why: 'To answer a question about a declined payment',
    from: 'the day it ended',
    days: 30,
  },
  unconfirmed_addresses: {
    what: 'Addresses that signed up and never confirmed',
    why: 'To let them confirm',
    from: 'the day they last signed up',
    days: 14,
  },
  ended_subscriptions: {
    what: 'Subscriptions that ended',
    why: 'To prove what was agreed to, and that it was stopped',
    from: 'the day it ended',
    days: 365,
  },
  documents: {
    what: 'Documents that we requested of a buyer: ID, proof of residence, trust papers, permits',
    why: 'To decide the review of an order under state law',
    from: 'the day of our decision, or the day on which the order ended',
    days: 90,
  },
  license_copies: {
    what: 'License copies of dealers, except the accepted one of a dealer’s file',
    why: 'To send a firearm to a licensee',
    from: 'the day the transfer was done or the order ended, or the day staff uploaded or replaced it',
    days: 30,
  },
  worksheets: {
    what: 'Trust worksheets: names, places, shares',
    why: 'To fill the buyer’s own documents',
    from: 'the day it was last saved',
    days: 365,
  },
} as const satisfies Record<string, RetentionKind>

export type RetentionName = keyof typeof retentionKinds
export const retentionNames = Object.keys(retentionKinds) as RetentionName[]
