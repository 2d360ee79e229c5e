// The operator's verbs about the life of a reservation: the same that the console calls.
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { carriers } from '#app/features/orders/rules/parcel.ts'
import { stages } from '#app/features/orders/rules.ts'
import {
  approveReview,
  closeReservation,
  declineReview,
  moveReservation,
  requestDocument,
  sendAgreement,
  withdrawDealer,
} from '#app/features/reservations/store.server.ts'
import { exits } from '#app/features/reservations/rules/exits.ts'
import { gateWords } from '#app/features/reservations/words.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Operator } from './operator.ts'
import { done, isNumber, readOptions, refusedBy, type Verb, type VerbResult, words } from './operator-verb.ts'

const stageOptions = {
  on: { type: 'string' },
  note: { type: 'string' },
  reason: { type: 'string' },
  override: { type: 'string' },
  carrier: { type: 'string' },
  tracking: { type: 'string' },
} as const
const backOption = { back: { type: 'boolean' } } as const
const closeOptions = { amount: { type: 'string' }, release: { type: 'boolean' } } as const

const isDollars = (text: string | undefined) => /^\d+(\.\d\d)?$/.test(text ?? '')
const isDay = (text: string | undefined) => z.iso.date().safeParse(text).success

/** The operator's verbs for reservations. */
export const reservationVerbs: Record<string, Verb> = {
  stage: {
    usage:
      'stage <order> [<line>] <stage> [--on <day>] [--note <text>] [--reason <why back>] [--override <why>] [--carrier <carrier> --tracking <number>]',
    about: `moves a reservation one stage on, or back with a reason, and emails the buyer; the whole order, or one line: ${stages.join(', ')}; shipped needs its carrier (${carriers.join(', ')}) and tracking number`,
    takes: (args) => stageArgs(args) !== undefined,
    run: moveToStage,
  },
  agreement: {
    usage: 'agreement <order> <line> <price in dollars> <what is built> <what is included>',
    about: 'sets the final price of a reservation, and emails the buyer a link to accept it',
    takes: ([, line, price, ...texts]) => isNumber(line) && isDollars(price) && texts.length === 2,
    run: sendTerms,
  },
  approve: {
    usage: 'approve <order> <note>',
    about: 'approves a review under the current versions of the state rules, and emails the buyer',
    takes: words(2),
    run: (operator, [id, note = '']) => decide(operator, 'approve', id, note),
  },
  decline: {
    usage: 'decline <order> <note>',
    about: 'declines an order: everything is refunded, and the buyer reads the note',
    takes: words(2),
    run: (operator, [id, note = '']) => decide(operator, 'decline', id, note),
  },
  'ask-document': {
    usage: 'ask-document <order> <due day> <what>',
    about: 'asks the buyer for a document; the order waits for it',
    takes: ([id, due, what, ...more]) =>
      id !== undefined && isDay(due) && what !== undefined && more.length === 0,
    run: askDocument,
  },
  close: {
    usage: 'close <order> <line> <reason> <note> [--amount <dollars>] [--release]',
    about: `ends a reservation with its row of the refund policy: ${exits.join(', ')}; --amount of the deposit where it was agreed, --release once a filed form is withdrawn`,
    takes: (args) => closeArgs(args) !== undefined,
    run: close,
  },
  'dealer-withdrew': {
    usage: 'dealer-withdrew <order> <note> [--back]',
    about:
      'takes the dealer off an order, which then needs another one; --back: what was shipped is with us again',
    takes: (args) => {
      const parsed = readOptions(args, backOption)
      return parsed?.positionals.length === 2
    },
    run: dealerWithdrew,
  },
}

/** An order's code, optionally the line, counted from 1, and the stage; with the options of the move. */
function stageArgs(args: string[]) {
  const parsed = readOptions(args, stageOptions)
  if (!parsed) return undefined
  const [id, ...rest] = parsed.positionals
  const to = stages.find((stage) => stage === rest.at(-1))
  const line = rest.length === 2 ? rest[0] : undefined
  if (id === undefined || !to || rest.length > 2) return undefined
  if (line !== undefined && !isNumber(line)) return undefined
  const { on: onDay, note, reason: backReason, override: overrideReason } = parsed.values
  if (onDay !== undefined && !isDay(onDay)) return undefined
  const { tracking } = parsed.values
  const carrier = carriers.find((each) => each === parsed.values.carrier)
  if (parsed.values.carrier !== undefined && !carrier) return undefined
  return { id, to, line, onDay, note, backReason, overrideReason, carrier, tracking }
}

async function moveToStage(operator: Operator, args: string[]): Promise<VerbResult> {
  const read = stageArgs(args)
  if (!read) throw new Error('Called with arguments that it does not accept')
  const { id, to, line, ...how } = read
  const { paymentCtx, actor: by } = operator
  const orderId = normalizeCode(id)
  const position = line === undefined ? undefined : Number(line) - 1
  const { onDay, backReason, overrideReason, carrier, tracking } = how
  const data = Object.fromEntries(
    Object.entries({ to, line, onDay, backReason, overrideReason, carrier, tracking }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Record<string, string>
  const moved = await actAs(paymentCtx, by, { verb: 'stage', subject: orderId, data }, (work) =>
    moveReservation(work, operator, { orderId, position, to, by, ...how }),
  )
  if (!moved.ok) return 'gates' in moved ? heldWords(moved.gates) : refusedBy(moved)
  const what = line ? `Line ${line} of order ${orderId}` : `Order ${orderId}`
  return done(`${what} went from ${moved.from} to ${to}. The buyer is emailed.`)
}

function heldWords(gates: readonly (keyof typeof gateWords)[]): VerbResult {
  return { isDone: false, words: gates.map((gate) => gateWords[gate].held).join('\n') }
}

async function decide(
  { paymentCtx, actor: by, sellables }: Operator,
  verb: 'approve' | 'decline',
  id = '',
  note: string,
): Promise<VerbResult> {
  const orderId = normalizeCode(id)
  const verdict = verb === 'approve' ? approveReview : declineReview
  const decided = await actAs(paymentCtx, by, { verb, subject: orderId, data: { note } }, (work) =>
    verdict(work, sellables, { orderId, note, by }),
  )
  if (!decided.ok) return refusedBy(decided)
  return done(`Order ${orderId}: ${verb}, done. It was ${decided.was}. The buyer is emailed.`)
}

async function sendTerms(
  { paymentCtx, actor: by, sellables }: Operator,
  [id = '', line = '', price = '', variant = '', includes = '']: string[],
): Promise<VerbResult> {
  const orderId = normalizeCode(id)
  const position = Number(line) - 1
  const priceCents = Math.round(Number(price) * 100)
  const act = { verb: 'agreement', subject: orderId, data: { line, priceCents, variant, includes } }
  const sent = await actAs(paymentCtx, by, act, (work) =>
    sendAgreement(work, sellables, { orderId, position, variant, includes, priceCents, by }),
  )
  return sent.ok
    ? done(`The buyer of order ${orderId} is emailed the price of ${formatCents(priceCents)}.`)
    : refusedBy(sent)
}

async function askDocument(
  { paymentCtx, actor: by, sellables, timeZone }: Operator,
  [id = '', dueOn = '', note = '']: string[],
): Promise<VerbResult> {
  const orderId = normalizeCode(id)
  const today = formatIsoDay(paymentCtx.now(), timeZone)
  const data = { dueOn, note }
  const decided = await actAs(paymentCtx, by, { verb: 'ask-document', subject: orderId, data }, (work) =>
    requestDocument(work, sellables, { orderId, note, by, dueOn, today, documents: ['other'] }),
  )
  return decided.ok
    ? done(`Order ${orderId} waits for it until ${dueOn}. The buyer is emailed.`)
    : refusedBy(decided)
}

function closeArgs(args: string[]) {
  const parsed = readOptions(args, closeOptions)
  const [id, line, exit, note, ...more] = parsed?.positionals ?? []
  const amount = parsed?.values.amount
  const known = exits.find((each) => each === exit)
  if (!id || !known || !note || more.length > 0 || !isNumber(line)) return undefined
  if (amount !== undefined && !isDollars(amount)) return undefined
  return {
    id,
    position: Number(line) - 1,
    exit: known,
    note,
    amount,
    isReleased: parsed?.values.release ?? false,
  }
}

async function close({ paymentCtx, actor: by, sellables }: Operator, args: string[]): Promise<VerbResult> {
  const read = closeArgs(args)
  if (!read) throw new Error('Called with arguments that it does not accept')
  const { id, amount, position, exit, ...how } = read
  const orderId = normalizeCode(id)
  const amountCents = amount === undefined ? undefined : Math.round(Number(amount) * 100)
  const data = { line: position + 1, exit, ...(amountCents !== undefined && { amountCents }) }
  const closed = await actAs(paymentCtx, by, { verb: 'close', subject: orderId, data }, (work) =>
    closeReservation(work, sellables, { orderId, position, exit, amountCents, by, ...how }),
  )
  if (!closed.ok) return refusedBy(closed)
  return done(
    `Line ${position + 1} of order ${orderId} ended (${exit}); it was ${closed.from}. ${formatCents(closed.refundCents)} of the deposit goes back.`,
  )
}

async function dealerWithdrew(operator: Operator, args: string[]): Promise<VerbResult> {
  const parsed = readOptions(args, backOption)
  const [id = '', note = ''] = parsed?.positionals ?? []
  const { paymentCtx, actor: by } = operator
  const orderId = normalizeCode(id)
  const isBackWithUs = parsed?.values.back ?? false
  const act = { verb: 'dealer-withdrew', subject: orderId, data: { note, isBackWithUs } }
  const withdrawn = await actAs(paymentCtx, by, act, (work) =>
    withdrawDealer(work, operator, { orderId, note, by, isBackWithUs }),
  )
  return withdrawn.ok
    ? done(`Order ${orderId} needs another dealer. The buyer is emailed.`)
    : refusedBy(withdrawn)
}
