// The operator's verbs for refunds: making them, and handling those that fail.
import { refundOrder, tryRefundAgain } from '#app/features/refunds/flows.server.ts'
import { recordPayout } from '#app/features/refunds/payout-flows.server.ts'
import { type PayoutMethod, payoutMethods } from '#app/features/orders/rules.ts'
import { findOrder, listRefunds } from '#app/features/orders/store.server.ts'
import { listUnsettledRefunds } from '#app/features/refunds/store/refund-items.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, isNumber, readOptions, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

const releaseOption = { release: { type: 'boolean' } } as const
const payoutOptions = { method: { type: 'string' }, reference: { type: 'string' } } as const

/** The verbs about refunds, by name. */
export const refundVerbs: Record<string, Verb> = {
  refund: {
    usage: 'refund <order> [<dollars>] [--release]',
    about:
      'refunds everything that is left, or an amount; --release: also releases numbers that are not released automatically',
    takes: (args) => {
      const [id, amount, ...more] = readOptions(args, releaseOption)?.positionals ?? []
      return id !== undefined && more.length === 0 && (amount === undefined || isDollars(amount))
    },
    run: refund,
  },
  'refund-line': {
    usage: 'refund-line <order> <line> [--release]',
    about: 'refunds one line of an order and releases its stock; lines count from 1',
    takes: (args) => {
      const [id, line = '', ...more] = readOptions(args, releaseOption)?.positionals ?? []
      return id !== undefined && isNumber(line) && more.length === 0
    },
    run: refundLine,
  },
  refunds: {
    usage: 'refunds',
    about: 'refunds that are in progress, refused, or to be paid by check',
    takes: words(0),
    run: showRefunds,
  },
  'refund-retry': {
    usage: 'refund-retry <order> [<refund>]',
    about: 'retries a refused refund; naming it is optional if there is only one',
    takes: words(1, 2),
    run: retry,
  },
  'refund-paid': {
    usage: `refund-paid <order> [<refund>] [--method <${payoutMethods.join(' | ')}>] [--reference <text>]`,
    about: 'records that you paid a refund (of an invoice, a refused one, or by check), and emails the buyer',
    takes: (args) => {
      const read = readOptions(args, payoutOptions)
      const { method = 'check' } = read?.values ?? {}
      const count = read?.positionals.length ?? 0
      return count >= 1 && count <= 2 && (payoutMethods as readonly string[]).includes(method)
    },
    run: recordPaid,
  },
}

async function refund(
  { paymentCtx, sellables, record, actor: by }: Operator,
  args: string[],
): Promise<VerbResult> {
  const read = readOptions(args, releaseOption)
  const [id = '', dollars] = read?.positionals ?? []
  const subject = normalizeCode(id)
  const isReleased = read?.values.release ?? false
  const amountCents = dollars ? Math.round(Number(dollars.replace('$', '')) * 100) : undefined
  const what = amountCents === undefined ? ('all' as const) : { amountCents }
  const data = { amountCents: amountCents ?? 'all', ...(isReleased && { release: true }) }
  const refunded = await refundOrder(paymentCtx, sellables, subject, what, {
    terms: { by, isReleased },
    alongside: (work) => record(work, { verb: 'refund', subject, data }),
  })
  return refunded.ok ? done(await outcome(paymentCtx, subject, refunded.refund?.id)) : refusedBy(refunded)
}

async function refundLine(
  { paymentCtx, sellables, record, actor: by }: Operator,
  args: string[],
): Promise<VerbResult> {
  const read = readOptions(args, releaseOption)
  const [id = '', line = ''] = read?.positionals ?? []
  const subject = normalizeCode(id)
  const isReleased = read?.values.release ?? false
  const data = { line, ...(isReleased && { release: true }) }
  const scope = { position: Number(line) - 1 }
  const refunded = await refundOrder(paymentCtx, sellables, subject, scope, {
    terms: { by, isReleased },
    alongside: (work) => record(work, { verb: 'refund-line', subject, data }),
  })
  return refunded.ok ? done(await outcome(paymentCtx, subject, refunded.refund?.id)) : refusedBy(refunded)
}

/** The status of a refund that was just requested, in a sentence for the terminal. */
async function outcome(
  paymentCtx: Operator['paymentCtx'],
  orderId: string,
  refundId: string | undefined,
): Promise<string> {
  const [order, refunds] = await Promise.all([
    findOrder(paymentCtx.db, orderId),
    listRefunds(paymentCtx.db, orderId),
  ])
  const made = refunds.find(({ id }) => id === refundId)
  if (!made) return `Refunded; no money had to move. Order ${orderId} is now ${order?.state}.`
  const what = `${formatCentsExact(made.amountCents)} of order ${orderId}`
  switch (made.state) {
    case 'done':
      return `${what}: refunded. The order is now ${order?.state}.`
    case 'refused':
      return `${what}: refused. ${made.refusal ?? ''} See refund-retry and refund-paid.`
    case 'by_check':
      return `${what}: ${made.refusal ?? ''} Send the buyer a check, then: refund-paid ${orderId} ${made.id} --method check --reference <number>.`
    case 'started':
      return made.gateway === 'manual'
        ? `${what}: refund started. Pay the buyer back, then: refund-paid ${orderId} ${made.id} --reference <text>.`
        : `${what}: refund started, not made yet. ${made.waitingFor ?? 'The payment service has not answered.'} The shop checks again automatically.`
  }
}

async function showRefunds({ paymentCtx, timeZone }: Operator): Promise<VerbResult> {
  const refunds = await listUnsettledRefunds(paymentCtx.db)
  if (refunds.length === 0) return done('No refund is open or refused.')
  const rows = refunds.map((each) => [
    each.orderId,
    each.id,
    each.state,
    formatCentsExact(each.amountCents),
    formatMoment(each.startedAt, timeZone),
    String(each.tries),
    each.refusal ?? each.waitingFor ?? '',
  ])
  return done(table(['Order', 'Refund', 'State', 'Amount', 'Since', 'Tries', 'Why'], rows))
}

async function retry(
  { paymentCtx, sellables, record, actor: by }: Operator,
  [id = '', which]: string[],
): Promise<VerbResult> {
  const subject = normalizeCode(id)
  const found = await findOne(paymentCtx, subject, which, ['refused'])
  if (!found.ok) return refusedBy(found)
  const refundId = found.refund.id
  const retried = await tryRefundAgain(
    paymentCtx,
    sellables,
    { orderId: subject, id: refundId },
    { by, alongside: (work) => record(work, { verb: 'refund-retry', subject, data: { refund: refundId } }) },
  )
  return retried.ok ? done(await outcome(paymentCtx, subject, refundId)) : refusedBy(retried)
}

async function recordPaid(operator: Operator, args: string[]): Promise<VerbResult> {
  const { paymentCtx, sellables, record, actor: by } = operator
  const read = readOptions(args, payoutOptions)
  const [id = '', which] = read?.positionals ?? []
  const { reference = '' } = read?.values ?? {}
  const method = (read?.values.method ?? 'check') as PayoutMethod
  const subject = normalizeCode(id)
  const found = await findOne(paymentCtx, subject, which, ['by_check', 'refused', 'started'])
  if (!found.ok) return refusedBy(found)
  const { id: refundId, amountCents } = found.refund
  const data = { refund: refundId, amountCents, method, reference }
  const paid = await recordPayout(
    paymentCtx,
    sellables,
    found.refund,
    { method, reference, by },
    {
      alongside: (work) => record(work, { verb: 'refund-paid', subject, data }),
    },
  )
  return paid.ok ? done(await outcome(paymentCtx, subject, refundId)) : refusedBy(paid)
}

type State = Awaited<ReturnType<typeof listRefunds>>[number]['state']

/** The refund that a verb is about: the named one, or the order's only one in one of these states. */
async function findOne(
  { db }: Operator['paymentCtx'],
  orderId: string,
  which: string | undefined,
  states: State[],
) {
  const refunds = await listRefunds(db, orderId)
  const named = which === undefined ? undefined : normalizeCode(which)
  const fitting = refunds.filter(
    ({ id, state }) => states.includes(state) && (named === undefined || id === named),
  )
  const [refund, ...others] = fitting
  if (!refund) return refuse(named === undefined ? 'nothing_to_pay_out' : 'refund_not_found')
  if (others.length > 0) return refuse('name_a_refund')
  return { ok: true as const, refund }
}

function isDollars(amount: string): boolean {
  return /^\$?\d+(\.\d{1,2})?$/.test(amount)
}
