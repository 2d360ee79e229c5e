// The operator's verbs for the ledger, and for differences from the payment service.
import { compareWithGateway } from '#app/features/bookkeeping/flows.server.ts'
import { listOpenDifferences } from '#app/features/bookkeeping/store.server.ts'
import { type Accepted, acceptDifference } from '#app/features/bookkeeping/store/accept.server.ts'
import { differenceWords } from '#app/features/bookkeeping/words.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { findLedgerMismatches } from '#app/features/orders/store/ledger-check.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCents } from '#app/kit/money.ts'
import { accountBalances, orderBalances } from '#app/ledger/ledger.server.ts'
import { GatewayTimeout } from '#app/gateway/gateway.ts'
import type { SandboxGateway } from '#app/gateway/sandbox.server.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, isNumber, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

const acts = { void: 'void', refund: 'refund', chargeback: 'charge back', reversal: 'reverse' } as const

/** The verbs about bookkeeping, by name. */
export const bookkeepingVerbs: Record<string, Verb> = {
  ledger: {
    usage: 'ledger [order]',
    about: 'ledger balances, in total or for one order',
    takes: words(0, 1),
    run: showLedger,
  },
  'compare-gateway': {
    usage: 'compare-gateway [since, as 2026-11-01]',
    about: 'compares the payment service’s statement with the ledger, for the last 30 days or since a date',
    takes: ([since, ...more]) => more.length === 0 && (since === undefined || isDay(since)),
    run: compareGateway,
  },
  'gateway-differences': {
    usage: 'gateway-differences',
    about: 'open differences between the payment service and the ledger',
    takes: words(0),
    run: showDifferences,
  },
  'accept-gateway-difference': {
    usage: 'accept-gateway-difference <number>',
    about:
      'records what happened at the payment service: as a refund of its order, a chargeback, or a write-off',
    takes: ([id, ...more]) => isNumber(id) && more.length === 0,
    run: accept,
  },
  'sandbox-act': {
    usage: 'sandbox-act <order> <void | refund | chargeback | reversal> [amount in dollars]',
    about: 'simulates what staff or a bank do at the payment service without the shop',
    takes: ([id, act, amount, ...more]) =>
      id !== undefined &&
      act !== undefined &&
      act in acts &&
      (act === 'refund') === /^\d+(\.\d{1,2})?$/.test(amount ?? '') &&
      more.length === 0,
    run: actAtSandbox,
  },
}

async function showLedger({ paymentCtx }: Operator, [id]: string[]): Promise<VerbResult> {
  if (!id) {
    const rows = (await accountBalances(paymentCtx.db)).map((each) => [
      each.account,
      formatCents(each.amountCents),
    ])
    const wrong = await findLedgerMismatches(paymentCtx.db)
    const agree =
      wrong.length === 0
        ? 'Every order matches the ledger.'
        : `${wrong.length} totals of orders differ from the ledger: ${[...new Set(wrong.map(({ orderId }) => orderId))].join(', ')}.`
    return done(
      rows.length === 0
        ? `The ledger is empty. ${agree}`
        : `${table(['Account', 'Balance'], rows)}\n${agree}`,
    )
  }
  const balances = await orderBalances(paymentCtx.db, normalizeCode(id))
  if (balances.length === 0) return done('The ledger has no balance for that order.')
  const rows = balances.map(({ account, line, amountCents }) => [
    account,
    line === null ? '' : String(line),
    formatCents(amountCents),
  ])
  return done(table(['Account', 'Line', 'Balance'], rows))
}

async function compareGateway({ paymentCtx, sellables }: Operator, [since]: string[]): Promise<VerbResult> {
  const from = since ? new Date(`${since}T00:00:00Z`) : undefined
  const found = await compareWithGateway(paymentCtx, sellables, from).catch((error: unknown) => {
    if (error instanceof GatewayTimeout) return undefined
    throw error
  })
  if (!found) return refusedBy({ ok: false, why: 'gateway_silent' })
  const { compared, differences } = found
  if (differences.length === 0)
    return done(
      `${compared} transactions of ${paymentCtx.gateway.name} were compared. All is as the ledger says.`,
    )
  const shown = await showDifferences({ paymentCtx })
  return done(`${compared} transactions of ${paymentCtx.gateway.name} were compared.\n${shown.words}`)
}

async function showDifferences({ paymentCtx }: Pick<Operator, 'paymentCtx'>): Promise<VerbResult> {
  const open = await listOpenDifferences(paymentCtx.db)
  if (open.length === 0) return done('No difference is open.')
  const rows = open.map((each) => [
    String(each.id),
    formatMoment(each.at, 'UTC'),
    each.orderId ?? '',
    each.ref,
    differenceWords(each),
  ])
  return done(table(['Number', 'Made (UTC)', 'Order', 'Reference', 'What differs'], rows))
}

const acceptedWords: Record<Accepted, string> = {
  refund: 'It is recorded as a refund of its order, and the buyer is emailed.',
  chargeback: 'It is recorded as a chargeback. The order is unchanged: decide what happens to it.',
  chargeback_reversed: 'The chargeback is recorded as reversed.',
  unknown_charge: 'It is recorded as owed to its payer. Refund it at the payment service.',
  write_off: 'It is written off.',
}

async function accept({ act, actor, sellables }: Operator, [id = '']: string[]): Promise<VerbResult> {
  const accepted = await act({ verb: 'accept-gateway-difference', subject: id }, (work) =>
    acceptDifference(work, sellables, Number(id), { by: actor }),
  )
  if (!accepted.ok) return refusedBy(accepted)
  return done(`${differenceWords(accepted.difference)} ${acceptedWords[accepted.as]}`)
}

async function actAtSandbox(
  { paymentCtx }: Operator,
  [id = '', act = '', dollars]: string[],
): Promise<VerbResult> {
  const order = await findOrder(paymentCtx.db, normalizeCode(id))
  const attemptId = order?.lastAttempt?.id
  if (paymentCtx.gateway.name !== 'sandbox') return refusedBy({ ok: false, why: 'not_the_sandbox' })
  if (!attemptId) return refusedBy({ ok: false, why: 'order_not_found' })
  const sandbox = paymentCtx.gateway as SandboxGateway
  const isDone = await sandbox.actThere(
    act === 'refund'
      ? { act, attemptId, amountCents: Math.round(Number(dollars) * 100) }
      : { act: acts[act as 'void' | 'chargeback' | 'reversal'], attemptId },
  )
  return isDone
    ? done('Done at the sandbox. compare-gateway compares transactions that are at least an hour old.')
    : refusedBy({ ok: false, why: 'not_possible_there' })
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
