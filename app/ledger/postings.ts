import { type GatewayName, gatewayNames } from '#app/gateway/gateway.ts'

/** US cents; debits are positive, credits negative, so what the shop owes or has earned is negative. */
const plainAccounts = [
  /** Owed to customers: charged, but not yet assigned to an order. */
  'customer_unallocated',
  /** Owed to customers: what they paid to reserve a firearm or to book a class, until it is delivered. */
  'deposits',
  /** Owed to customers: what they paid beyond the deposit, until the firearm is picked up or the class attended. */
  'balances',
  'sales',
  'sales_tax',
  'shipping',
  /** Owed to customers: refunds that were started but not paid yet. */
  'refunds_payable',
  'chargebacks',
  'write_off',
  /** Paid by check or bank transfer instead of through the gateway. */
  'paid_outside',
] as const

export type Account = (typeof plainAccounts)[number] | `gateway:${GatewayName}`

export const gatewayAccount = (name: GatewayName): Account => `gateway:${name}`

/** The database refuses any other. */
export const accounts: readonly Account[] = [...gatewayNames.map(gatewayAccount), ...plainAccounts]

/** Where what was paid for a line, or for its parcel, is kept. */
export const lineAccounts: readonly Account[] = ['deposits', 'balances', 'sales', 'sales_tax', 'shipping']

/** Together with its reference it identifies a transaction: posting it twice posts it once. */
export const postingKinds = [
  'capture',
  'fulfillment',
  'unfulfilled',
  'refund_started',
  'refund_refused',
  'refund_done',
  'refund_paid_outside',
  'deposit_transferred',
  'chargeback',
  'chargeback_reversed',
  'unknown_charge',
  'write_off',
] as const
export type PostingKind = (typeof postingKinds)[number]

/** US cents: debits positive, credits negative. `line` is the position of an order line. */
export type Entry = { account: Account; line: number | null; amountCents: number }

/** Its entries add up to zero. */
export type Posting = {
  kind: PostingKind
  reference: string
  gatewayRef?: string | null
  orderId: string | null
  entries: Entry[]
}

/** As it was posted. */
export type PostedTransaction = Pick<Posting, 'kind' | 'orderId' | 'entries'> & { id: number; at: Date }

type About = { orderId: string; amountCents: number }
type AtGateway = { gateway: GatewayName; gatewayRef: string }

const debit = (account: Account, amountCents: number, line: number | null = null): Entry => ({
  account,
  line,
  amountCents,
})
const credit = (account: Account, amountCents: number, line: number | null = null): Entry =>
  debit(account, 0 - amountCents, line)
const move = (amountCents: number, debited: Account, credited: Account, line: number | null = null) => [
  debit(debited, amountCents, line),
  credit(credited, amountCents, line),
]
const reversed = (entries: readonly Entry[]) =>
  entries.map((entry) => ({ ...entry, amountCents: 0 - entry.amountCents }))

/** A gateway captured money for an attempt. It is the customer's until it pays an order. */
export function captured(charge: About & AtGateway & { attemptId: string }): Posting {
  const { attemptId: reference, orderId, gateway, gatewayRef, amountCents } = charge
  const entries = move(amountCents, gatewayAccount(gateway), 'customer_unallocated')
  return { kind: 'capture', reference, gatewayRef, orderId, entries }
}

/** Where the price of a line goes when it is paid: earned at once, or owed to the customer until it is delivered. */
export type LineIncome = 'deposits' | 'balances' | 'sales'

/** What the ledger needs to know about a paid order: cents, without tax unless the name says so. */
export type FulfilledOrder = {
  id: string
  shippingCents: number
  shippingTaxCents: number
  lines: readonly { position: number; lineCents: number; taxCents: number; paysInto: LineIncome }[]
}

/** With the customer's captured money. A free order posts nothing. */
export function fulfilled(order: FulfilledOrder): Posting {
  return allocated('fulfillment', order, [
    ...order.lines.flatMap(({ position, lineCents, taxCents, paysInto }) => [
      credit(paysInto, lineCents, position),
      credit('sales_tax', taxCents, position),
    ]),
    credit('shipping', order.shippingCents),
    credit('sales_tax', order.shippingTaxCents),
  ])
}

/** Charged, but its stock was gone: all of it is owed to the customer, line by line, until it is refunded. */
export function unfulfilled(order: FulfilledOrder): Posting {
  return allocated('unfulfilled', order, [
    ...order.lines.map(({ position, lineCents, taxCents }) =>
      credit('deposits', lineCents + taxCents, position),
    ),
    credit('deposits', order.shippingCents + order.shippingTaxCents),
  ])
}

function allocated(kind: PostingKind, { id: orderId }: FulfilledOrder, credits: Entry[]): Posting {
  const entries = [debit('customer_unallocated', -sum(credits)), ...credits].filter(isAmount)
  return { kind, reference: orderId, orderId, entries }
}

/** With its tax; of the shipping when `line` is null. */
export type RefundedPart = { line: number | null; amountCents: number }

/** `round` counts the starts of a refund that was refused and started again, from 1. */
type StartedRefund = { refundId: string; orderId: string; round?: number }

const roundOf = ({ refundId, round = 1 }: StartedRefund) => (round === 1 ? refundId : `${refundId}:${round}`)

/** Taken in proportion from the accounts that hold a line's money, so that its tax is refunded with it. @throws Error when a line has less. */
export function refundStarted(
  refund: StartedRefund,
  parts: readonly RefundedPart[],
  balances: readonly Entry[],
): Posting {
  const debits = parts.flatMap(({ line, amountCents }) =>
    takenFrom(
      balances.filter((each) => each.line === line && isLineAccount(each)),
      amountCents,
    ),
  )
  return {
    kind: 'refund_started',
    reference: roundOf(refund),
    orderId: refund.orderId,
    entries: [...debits, credit('refunds_payable', sum(debits))].filter(isAmount),
  }
}

export function wholeLine(balances: readonly Entry[]): RefundedPart[] {
  const parts = Map.groupBy(balances.filter(isLineAccount), ({ line }) => line)
  return [...parts].map(([line, entries]) => ({ line, amountCents: -sum(entries) }))
}

export function unallocatedRefundStarted(refund: StartedRefund & About): Posting {
  const { orderId, amountCents } = refund
  const entries = move(amountCents, 'customer_unallocated', 'refunds_payable')
  return { kind: 'refund_started', reference: roundOf(refund), orderId, entries }
}

export function refundRefused(refund: StartedRefund, started: readonly Entry[]): Posting {
  const { orderId } = refund
  return { kind: 'refund_refused', reference: roundOf(refund), orderId, entries: reversed(started) }
}

export function refundDone(refund: StartedRefund & About & AtGateway): Posting {
  const { refundId: reference, orderId, amountCents, gateway, gatewayRef } = refund
  const entries = move(amountCents, 'refunds_payable', gatewayAccount(gateway))
  return { kind: 'refund_done', reference, gatewayRef, orderId, entries }
}

export function refundPaidOutside({
  refundId: reference,
  orderId,
  amountCents,
}: StartedRefund & About): Posting {
  const entries = move(amountCents, 'refunds_payable', 'paid_outside')
  return { kind: 'refund_paid_outside', reference, orderId, entries }
}

/** A firearm was transferred, or a class attended: what was paid for it before is earned. */
export function depositTransferred(earned: About & { line: number; from: 'deposits' | 'balances' }): Posting {
  const { orderId, line, amountCents, from } = earned
  const entries = move(amountCents, from, 'sales', line)
  return { kind: 'deposit_transferred', reference: `${orderId}:${line}`, orderId, entries }
}

type Difference = { reference: string; gateway: GatewayName; amountCents: number }

export function chargedBack({ reference, orderId, gateway, amountCents }: Difference & About): Posting {
  const entries = move(amountCents, 'chargebacks', gatewayAccount(gateway))
  return { kind: 'chargeback', reference, orderId, entries }
}

export function chargebackReversed(charge: Difference & About): Posting {
  const back = chargedBack(charge)
  return { ...back, kind: 'chargeback_reversed', entries: reversed(back.entries) }
}

/** A charge that the gateway has and the shop never made. It is owed to whoever paid it. */
export function unknownCharge({ reference, gateway, amountCents }: Difference): Posting {
  const entries = move(amountCents, gatewayAccount(gateway), 'customer_unallocated')
  return { kind: 'unknown_charge', reference, orderId: null, entries }
}

/** A difference that a person accepted: the gateway has less (`amountCents` above zero), or more, than the ledger. */
export function writtenOff(difference: Difference & { orderId: string | null }): Posting {
  const { reference, orderId, gateway, amountCents } = difference
  const entries = move(amountCents, 'write_off', gatewayAccount(gateway))
  return { kind: 'write_off', reference, orderId, entries }
}

function takenFrom(balances: readonly Entry[], amountCents: number): Entry[] {
  let [left, owed] = [amountCents, -sum(balances)]
  if (left > owed) throw new Error(`A line has ${owed} cents and cannot give ${left} back`)
  return balances.map(({ account, line, amountCents: balance }) => {
    const share = owed === 0 ? 0 : Math.round((left * -balance) / owed)
    left -= share
    owed += balance
    return debit(account, share, line)
  })
}

const sum = (entries: readonly Entry[]) => entries.reduce((total, { amountCents }) => total + amountCents, 0)
const isAmount = ({ amountCents }: Entry) => amountCents !== 0
const isLineAccount = ({ account }: Entry) => lineAccounts.includes(account)

/** US cents as its buyer sees it: paid is positive, refunded negative. */
export type MoneyRow = { id: string; at: Date; words: string; cents: number }

type TitledLine = { position: number; title: string; isDeposit: boolean }

/** The sum of the rows is what the shop holds for the order. */
export function moneyRows(
  transactions: readonly PostedTransaction[],
  linesOf: (orderId: string) => readonly TitledLine[],
): MoneyRow[] {
  return transactions.flatMap((transaction) => rowsOf(transaction, linesOf(transaction.orderId ?? '')))
}

export function sumOf(rows: readonly Pick<MoneyRow, 'cents'>[]): number {
  return rows.reduce((sum, { cents }) => sum + cents, 0)
}

function rowsOf({ id, at, kind, entries }: PostedTransaction, lines: readonly TitledLine[]): MoneyRow[] {
  const row = (name: string, words: string, cents: number): MoneyRow[] =>
    cents === 0 ? [] : [{ id: `${id} ${name}`, at, words, cents }]
  const credited = (isMeant: (entry: Entry) => boolean) => -sum(entries.filter(isMeant))
  const to = (account: Account) => credited((entry) => entry.account === account)
  switch (kind) {
    case 'fulfillment':
      return [
        ...lines.flatMap(({ position, title, isDeposit }) => {
          const cents = credited(({ line, account }) => line === position && account !== 'sales_tax')
          return row(`line ${position}`, isDeposit ? `Deposit, ${title}` : title, cents)
        }),
        ...row('shipping', 'Shipping', to('shipping')),
        ...row('tax', 'Sales tax', to('sales_tax')),
      ]
    case 'unfulfilled':
      return row('unfulfilled', 'Charged without stock, to be refunded', credited(isLineAccount))
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
