import type { LedgerTransaction } from './ledger.server.ts'
import { type Account, lineAccounts } from './accounts.ts'
import type { Entry } from './postings.ts'

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
  const debited = (isMeant: (entry: Entry) => boolean) =>
    entries.filter(isMeant).reduce((sum, { amountCents }) => sum + amountCents, 0)
  const to = (account: Account) => -debited((entry) => entry.account === account)
  switch (kind) {
    case 'fulfillment':
      return [
        ...lines.flatMap(({ position, title, isDeposit }) => {
          const cents = -debited(({ line, account }) => line === position && account !== 'sales_tax')
          return row(`line ${position}`, isDeposit ? `Deposit, ${title}` : title, cents)
        }),
        ...row('shipping', 'Shipping', to('shipping')),
        ...row('tax', 'Sales tax', to('sales_tax')),
      ]
    case 'unfulfilled':
      return row(
        'unfulfilled',
        'Charged without stock, to be refunded',
        -debited(({ account }) => (lineAccounts as readonly Account[]).includes(account)),
      )
    case 'refund_done':
      return row('refund', 'Refund to the card', to('refunds_payable'))
    case 'refund_paid_outside':
      return row('refund', 'Refund paid by us', to('refunds_payable'))
    case 'chargeback':
      return row('chargeback', 'Charged back by the bank', to('chargebacks'))
    case 'chargeback_reversed':
      return row('chargeback', 'Chargeback reversed', to('chargebacks'))
    default:
      // A capture is shown by what it paid for; what was started, or moved between our own accounts, moved no money.
      return []
  }
}
