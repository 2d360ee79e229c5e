import type { LedgerTransaction } from './ledger.server.ts'
import { lineAccounts } from './accounts.ts'

/** US cents as its buyer sees it: paid is positive, refunded negative. */
export type MoneyRow = { id: string; at: Date; words: string; cents: number }

type TitledLine = { position: number; title: string; isDeposit: boolean }

/** The sum of the rows is what the shop holds for the order. */
export function moneyRows(
  transactions: readonly LedgerTransaction[],
  linesOf: (orderId: string) => readonly TitledLine[],
): MoneyRow[] {
  return transactions.flatMap((transaction) => rowsOf(transaction, linesOf(transaction.orderId ?? '')))
}

export function sumOf(rows: readonly Pick<MoneyRow, 'cents'>[]): number {
  return rows.reduce((sum, { cents }) => sum + cents, 0)
}

function rowsOf({ id, at, kind, entries }: LedgerTransaction, lines: readonly TitledLine[]): MoneyRow[] {
  const row = (name: string, words: string, cents: number): MoneyRow[] =>
    cents === 0 ? [] : [{ id: `${id} ${name}`, at, words, cents }]
  const moved = (account: string) =>
    -entries.filter((entry) => entry.account === account).reduce((sum, entry) => sum + entry.amountCents, 0)
  switch (kind) {
    case 'fulfillment':
      return [
        ...lines.flatMap(({ position, title, isDeposit }) =>
          row(
            `line ${position}`,
            isDeposit ? `Deposit, ${title}` : title,
            -entries
              .filter(({ line, account }) => line === position && account !== 'sales_tax')
              .reduce((sum, entry) => sum + entry.amountCents, 0),
          ),
        ),
        ...row('shipping', 'Shipping', moved('shipping')),
        ...row('tax', 'Sales tax', moved('sales_tax')),
      ]
    case 'unfulfilled':
      return row('unfulfilled', 'Charged without stock, to be refunded', owed(entries))
    case 'refund_done':
      return row('refund', 'Refund to the card', -paidBack(entries))
    case 'refund_paid_outside':
      return row('refund', 'Refund paid by us', -paidBack(entries))
    case 'chargeback':
      return row('chargeback', 'Charged back by the bank', -lost(entries))
    case 'chargeback_reversed':
      return row('chargeback', 'Chargeback reversed', -lost(entries))
    default:
      // A capture is shown by what it paid for; what was started, or moved between our own accounts, moved no money.
      return []
  }
}

type Entries = LedgerTransaction['entries']

const owed = (entries: Entries) =>
  -entries
    .filter(({ account }) => (lineAccounts as readonly string[]).includes(account))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

const paidBack = (entries: Entries) =>
  entries
    .filter(({ account }) => account === 'refunds_payable')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

const lost = (entries: Entries) =>
  entries
    .filter(({ account }) => account === 'chargebacks')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
