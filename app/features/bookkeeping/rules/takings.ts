import type { Account } from '#app/ledger/accounts.ts'
import type { PeriodSum } from '#app/ledger/period.server.ts'
import type { PostingKind } from '#app/ledger/postings.ts'

const takingKinds: readonly PostingKind[] = [
  'capture',
  'unknown_charge',
  'refund_done',
  'refund_paid_outside',
  'chargeback',
  'chargeback_reversed',
  'write_off',
]

/** An account that money really enters or leaves: a gateway's, or what the shop pays directly. */
export function isMoneyAccount(account: Account): boolean {
  return account.startsWith('gateway:') || account === 'paid_outside'
}

/** Money in and out, by kind and account, and the sum. Cents: in is positive, out negative. */
export function takingsOf(sums: readonly PeriodSum[]): { rows: PeriodSum[]; netCents: number } {
  const rows = sums
    .filter(({ account }) => isMoneyAccount(account))
    .toSorted((a, b) => takingKinds.indexOf(a.kind) - takingKinds.indexOf(b.kind))
  return { rows, netCents: rows.reduce((sum, { cents }) => sum + cents, 0) }
}

export const liabilityAccounts = [
  'deposits',
  'balances',
  'customer_unallocated',
  'refunds_payable',
  'sales_tax',
] as const satisfies Account[]

/** What the shop owes by account, in cents: owing is positive, though the ledger writes it negative. */
export function liabilitiesOf(balances: readonly { account: Account; amountCents: number }[]): {
  rows: { account: (typeof liabilityAccounts)[number]; cents: number }[]
  totalCents: number
} {
  const rows = liabilityAccounts.map((account) => ({
    account,
    cents: 0 - (balances.find((each) => each.account === account)?.amountCents ?? 0),
  }))
  return { rows, totalCents: rows.reduce((sum, { cents }) => sum + cents, 0) }
}
