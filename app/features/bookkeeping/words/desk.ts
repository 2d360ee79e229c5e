import type { Account } from '#app/ledger/accounts.ts'
import type { PostingKind } from '#app/ledger/postings.ts'
import type { liabilityAccounts } from '../rules/takings.ts'

const kindWords: Partial<Record<PostingKind, string>> = {
  capture: 'Charges',
  unknown_charge: 'Charges the shop did not make',
  refund_done: 'Refunds',
  refund_paid_outside: 'Refunds by check or transfer',
  chargeback: 'Chargebacks',
  chargeback_reversed: 'Chargebacks reversed',
  write_off: 'Written off',
}

const gatewayWords: Partial<Record<Account, string>> = {
  'gateway:sandbox': 'sandbox',
  'gateway:authorize-net': 'Authorize.net',
  'gateway:manual': 'invoices',
}

/** A row of the takings: `Charges, Authorize.net`. */
export function takingWords({ kind, account }: { kind: PostingKind; account: Account }): string {
  return [kindWords[kind] ?? kind, gatewayWords[account]].filter(Boolean).join(', ')
}

/** What the shop owes, by account. */
export const liabilityWords: Record<(typeof liabilityAccounts)[number], string> = {
  deposits: 'Deposits held',
  balances: 'Balances held',
  customer_unallocated: 'Customer money not allocated',
  refunds_payable: 'Refunds payable',
  sales_tax: 'Sales tax owed',
}

/** What an acceptance did, in a sentence. */
export const acceptedWords: Record<string, string> = {
  refund: 'Recorded as a refund of its order. The buyer is emailed.',
  chargeback: 'Recorded as a chargeback. The order is unchanged: decide what happens to it.',
  chargeback_reversed: 'The chargeback is recorded as reversed.',
  unknown_charge: 'Recorded as owed to its payer. Refund it at the payment service.',
  write_off: 'Written off.',
}

/** Why an acceptance was refused. */
export const acceptRefusals: Record<'no_such_difference' | 'changed', string> = {
  no_such_difference: 'This difference is no longer open. Someone accepted it, or the books agree again.',
  changed: 'The amounts have changed since you opened this page. Look at them again.',
}
