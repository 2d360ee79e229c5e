export const retentionPath = '/staff/retention'

export const fixedRules = [
  [
    'Paid orders: buyer, lines, reviews, terms, parcels, refunds',
    'For good: records of the business, of taxes and of firearms',
  ],
  ['Ledger and audit log', 'For good. The audit log names no buyer, and only grows'],
  ['Marks of a class: check-in, waiver, live fire with its score, no-show', 'With the order of the seat'],
  ['Copies of dealers’ licenses', '30 days after the transfer; those of a dealer’s file while it is in use'],
  ['Private links', 'A month after they ended. Only a hash of each secret is stored'],
  ['Staff sessions, challenges and failed sign-ins', 'Until they end; failed tries for two days'],
  ['Holds of carts and checkouts', 'Deleted with their hold, the day after at the latest'],
  ['Sent emails', 'Only that they were sent: no address and no text is stored'],
  ['Age gate', 'Nothing on the server: the record is in the visitor’s browser'],
  ['Security log', 'Not in the database: the server’s log, without personal data'],
] as const
