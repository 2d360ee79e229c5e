// The operator's verbs about balances of reservations: the same that the console calls.
import { z } from 'zod'
import { type PayoutMethod, payoutMethods } from '#app/features/orders/rules.ts'
import { findPrices } from '#app/features/orders/store.server.ts'
import { recordBalancePayment } from '#app/features/reservations/balance-flows.server.ts'
import { extendBalance, waiveBalance, withdrawBalance } from '#app/features/reservations/store.server.ts'
import { listDueBalances, releaseUnpaid, requestBalance } from '#app/features/reservations/store.server.ts'
import { taxDoubtWords } from '#app/features/reservations/words/balance.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, isNumber, readOptions, refusedBy, type Verb, type VerbResult, words } from './operator-verb.ts'

const options = {
  line: { type: 'string' },
  due: { type: 'string' },
  county: { type: 'string' },
  reason: { type: 'string' },
  method: { type: 'string' },
  reference: { type: 'string' },
} as const

/** The operator's verbs for balances. */
export const balanceVerbs: Record<string, Verb> = {
  balances: {
    usage: 'balances',
    about: 'unpaid balances, the most urgent first',
    takes: words(0),
    run: list,
  },
  'balance-request': {
    usage: 'balance-request <order> [--line <n>] [--due <day>] [--county <name>]',
    about:
      'asks the buyer for the balance of an agreed reservation, with its sales tax, and emails the pay link',
    takes: (args) => parse(args, 1) !== undefined,
    run: request,
  },
  'balance-paid': {
    usage: `balance-paid <order> <dollars> --method <${payoutMethods.join(' | ')}> [--reference <text>] [--line <n>]`,
    about: 'records that a balance was paid by check, wire or in cash, all of it with its tax',
    takes: (args) => {
      const read = parse(args, 2)
      return read?.method !== undefined && /^\$?\d+(\.\d{1,2})?$/.test(read.more)
    },
    run: record,
  },
  'balance-extend': {
    usage: 'balance-extend <order> <day> --reason <text> [--line <n>]',
    about: 'gives the buyer until the end of another day, and emails it',
    takes: (args) => z.iso.date().safeParse(parse(args, 2)?.more).success,
    run: extend,
  },
  'balance-waive': {
    usage: 'balance-waive <order> --reason <text> [--line <n>]',
    about: 'waives the balance: the reservation continues as if it were paid',
    takes: (args) => parse(args, 1) !== undefined,
    run: (operator, args) => end(operator, args, 'balance-waive'),
  },
  'balance-withdraw': {
    usage: 'balance-withdraw <order> --reason <text> [--line <n>]',
    about: 'withdraws an unpaid request, so that another can be made; the reservation stays',
    takes: (args) => parse(args, 1) !== undefined,
    run: (operator, args) => end(operator, args, 'balance-withdraw'),
  },
  'balance-release': {
    usage: 'balance-release <order> [--line <n>]',
    about:
      'releases a reservation whose balance stays unpaid: the whole deposit goes back, as the policy says',
    takes: (args) => parse(args, 1) !== undefined,
    run: release,
  },
}

/** What a verb about a balance was called with; `undefined` if it cannot be read. */
function parse(args: string[], count: 1 | 2) {
  const read = readOptions(args, options)
  if (read?.positionals.length !== count) return undefined
  const { line = '1', due, method, ...rest } = read.values
  if (!isNumber(line)) return undefined
  if (due !== undefined && !z.iso.date().safeParse(due).success) return undefined
  if (method !== undefined && !(payoutMethods as readonly string[]).includes(method)) return undefined
  const [id = '', more = ''] = read.positionals
  const { county, reason = '', reference = '' } = rest
  return {
    orderId: normalizeCode(id),
    position: Number(line) - 1,
    line,
    more,
    due,
    county,
    reason,
    reference,
    method: method as PayoutMethod | undefined,
  }
}

function parsed(args: string[], count: 1 | 2) {
  const read = parse(args, count)
  if (!read) throw new Error('Called with arguments that it does not accept')
  return read
}

async function list({ paymentCtx, timeZone }: Operator): Promise<VerbResult> {
  const due = await listDueBalances(paymentCtx.db)
  if (due.length === 0) return done('No balance is due.')
  const rows = due.map(({ reservationId, position, amountCents, taxCents, dueAt, isPaused, reminded }) => [
    reservationId,
    String(position + 1),
    formatCentsExact(amountCents + taxCents),
    isPaused ? 'after its review' : formatDay(dueAt, timeZone),
    reminded ?? '',
  ])
  return done(table(['Order', 'Line', 'Due', 'By', 'Reminded'], rows))
}

async function request(operator: Operator, args: string[]): Promise<VerbResult> {
  const { paymentCtx, actor: by, act, timeZone } = operator
  const { orderId, position, line, due: dueOn, county } = parsed(args, 1)
  const prices = await findPrices(paymentCtx)
  const data = { line, ...(dueOn && { dueOn }), ...(county && { county }) }
  const made = await act({ verb: 'balance-request', subject: orderId, data }, (work) =>
    requestBalance(work, { orderId, position, dueOn, county, by }, prices, timeZone),
  )
  if (!made.ok) return refusedBy(made)
  const { amountCents, taxCents, taxLabel, dueAt, taxDoubts } = made.balance
  const tax = taxLabel ? `, with ${formatCentsExact(taxCents)} sales tax (${taxLabel})` : ', no sales tax'
  return done(
    [
      `${formatCentsExact(amountCents + taxCents)} is due by ${formatDay(dueAt, timeZone)}${tax}. The buyer is emailed.`,
      ...taxDoubts.map((doubt) => taxDoubtWords[doubt]),
    ].join('\n'),
  )
}

async function record(operator: Operator, args: string[]): Promise<VerbResult> {
  const { paymentCtx, actor: by, record: note } = operator
  const { orderId, position, line, more, method = 'check', reference } = parsed(args, 2)
  const amountCents = Math.round(Number(more.replace('$', '')) * 100)
  const paid = await recordBalancePayment(
    paymentCtx,
    { orderId, position, amountCents, method, reference, by },
    {
      alongside: (work) =>
        note(work, {
          verb: 'balance-paid',
          subject: orderId,
          data: { line, amountCents, method, reference },
        }),
    },
  )
  return paid.ok
    ? done(`Recorded. The balance is paid by order ${paid.balanceOrderId}, and its receipt is mailed.`)
    : refusedBy(paid)
}

async function extend(operator: Operator, args: string[]): Promise<VerbResult> {
  const { actor: by, act, timeZone } = operator
  const { orderId, position, line, more: dueOn, reason } = parsed(args, 2)
  const data = { line, dueOn, reason }
  const extended = await act({ verb: 'balance-extend', subject: orderId, data }, (work) =>
    extendBalance(work, { orderId, position, dueOn, reason, by }, timeZone),
  )
  return extended.ok
    ? done(`The balance is due by ${formatDay(extended.balance.dueAt, timeZone)}. The buyer is emailed.`)
    : refusedBy(extended)
}

async function end(
  operator: Operator,
  args: string[],
  verb: 'balance-waive' | 'balance-withdraw',
): Promise<VerbResult> {
  const { actor: by, act } = operator
  const { orderId, position, line, reason } = parsed(args, 1)
  const ending = verb === 'balance-waive' ? waiveBalance : withdrawBalance
  const ended = await act({ verb, subject: orderId, data: { line, reason } }, (work) =>
    ending(work, { orderId, position, reason, by }),
  )
  if (!ended.ok) return refusedBy(ended)
  return done(verb === 'balance-waive' ? 'The balance is waived.' : 'The request is withdrawn.')
}

async function release(operator: Operator, args: string[]): Promise<VerbResult> {
  const { actor: by, act, sellables } = operator
  const { orderId, position, line } = parsed(args, 1)
  const released = await act({ verb: 'balance-release', subject: orderId, data: { line } }, (work) =>
    releaseUnpaid(work, sellables, { orderId, position, by }),
  )
  return released.ok
    ? done('The reservation is released, and its deposit is refunded. The buyer is emailed.')
    : refusedBy(released)
}
