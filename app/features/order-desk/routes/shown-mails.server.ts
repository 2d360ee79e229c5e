import { parseLicenseNumber } from '#app/features/dealers/rules/license-number.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import { firearmSheets } from '#app/features/dealers/rules/firearm-sheet.ts'
import { answeredLetter, assignedLetter } from '#app/features/dealers/mails.ts'
import { wordsFor } from '#app/features/dealers/words.ts'
import { linkLetter, stageLetter } from '#app/features/orders/mails.ts'
import { payoutMethods, refundableCents, type Stage, stages } from '#app/features/orders/rules.ts'
import { documentKinds } from '#app/features/orders/review.ts'
import { isBack, nextStage, openStage } from '#app/features/orders/stages.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { carriers, showTracking } from '#app/features/orders/parcels.ts'
import { findOffered } from '#app/features/orders/store/shown-lines.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { orderSubject } from '#app/features/orders/subject.ts'
import { refundLetter } from '#app/features/refunds/mails.ts'
import { payoutWords } from '#app/features/refunds/words.ts'
import {
  agreementLetter,
  approvedLetter,
  balanceLetter,
  closedLetter,
  dealerWithdrewLetter,
  declinedLetter,
  documentLetter,
  documentRefusedLetter,
} from '#app/features/reservations/mails.ts'
import { balanceCents, lastDayOfGrace, usualDueDay } from '#app/features/reservations/rules/balance.ts'
import { balanceTax } from '#app/features/reservations/rules/balance-tax.ts'
import { type Exit, exitRows, exits } from '#app/features/reservations/rules/exits.ts'
import { depositLeft } from '#app/features/reservations/rules/gate-facts.ts'
import { isHandedOver } from '#app/features/reservations/rules/shipment.ts'
import { endOfDay } from '#app/features/reservations/store/balance.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { addDays } from '#app/kit/calendar-date.ts'
import { formatIsoDay, formatLongDay } from '#app/kit/date-format.ts'
import { parseDollars } from '#app/kit/money.ts'
import { type Letter, letterText } from '#app/mail/letter.ts'
import type { OrderVerb } from '../input.ts'
import type { LifeRecord } from '../store/life.server.ts'
import type { SheetRecord } from '../store/sheet.server.ts'

export type ShownMail = { to: string; subject: string; text: string }

type Draft = {
  sellables: Sellables
  shop: Pick<Shop, 'db' | 'now' | 'timeZone'>
  record: SheetRecord
  life: LifeRecord
  typed: (name: string, otherwise?: string) => string
}

/** Stands where the email will have a private link: one is made only when it is sent. */
const link = '(the buyer’s private link)'

/** The email that this verb will send to the buyer; `undefined` for one that sends none, or cannot be made yet. */
export async function previewMail(verb: OrderVerb, draft: Draft): Promise<ShownMail | undefined> {
  const { order } = draft.record
  const letter = order.buyerEmail ? await previews[verb]?.(draft) : undefined
  return letter && { to: order.buyerEmail ?? '', subject: letter.subject, text: letterText(letter) }
}

type Preview = (draft: Draft) => Letter | undefined | Promise<Letter | undefined>

const previews: Partial<Record<OrderVerb, Preview>> = {
  approve: ({ record }) => approvedLetter(mailed(record), link),
  ask_document: ({ record, typed, shop }) =>
    documentLetter(
      mailed(record),
      {
        note: typed('note', '(what the buyer has to send)'),
        dueOn: typed('dueOn') || addDays(formatIsoDay(shop.now(), shop.timeZone), 7),
        documents: documentKinds.filter((kind) => typed('documents').split(' ').includes(kind)),
      },
      link,
    ),
  refuse_document: ({ record, life, typed }) => {
    const waiting = life.documents.filter(({ state }) => state === 'waiting')
    const document = waiting.find(({ id }) => id === typed('document')) ?? waiting[0]
    if (!document) return undefined
    const said = { kind: document.kind, reason: typed('reason', '(why)') }
    return documentRefusedLetter(mailed(record), said, link)
  },
  decline: ({ record, typed }) => {
    const note = typed('note', '(why)')
    const line = active(record)[0]
    if (!line) return declinedLetter(mailed(record), note, link)
    const exit = { exit: 'declined' as const, note, refundCents: unrefundedLineCents(line) }
    return closedLetter(mailed(record, line.position), exit, link)
  },
  send_agreement: ({ record, life, typed }) => {
    const line = chosen(record, typed)
    const terms = life.terms.find(({ position }) => position === line?.position)
    const priceCents = parseDollars(typed('price')) ?? terms?.priceCents
    if (!line || priceCents === undefined) return undefined
    const said = {
      variant: typed('variant', terms?.variant ?? '(what is built)'),
      includes: typed('includes', terms?.includes ?? '(what the price includes)'),
      priceCents,
    }
    return agreementLetter(mailed(record, line.position), said, line.unitCents, link)
  },
  request_balance: previewRequest,
  extend_balance: ({ record, life, typed, shop }) => {
    const line = chosen(record, typed)
    const balance = life.balances.find(({ position }) => position === line?.position)
    if (!line || !balance) return undefined
    const dueAt = endOfDay(typed('dueOn'), shop.timeZone) ?? balance.dueAt
    return balanceLetter({
      ...balance,
      ...mailed(record, line.position),
      ...days(dueAt, shop),
      about: 'extended',
      terms: life.terms.find(({ position }) => position === line.position),
      link,
    })
  },
  move_stage: (draft) => {
    const { record, typed } = draft
    const line = chosen(record, typed)
    const from = line && openStage(line)
    if (!from) return undefined
    const wanted = stages.find((stage) => stage === typed('to')) ?? nextStage(line.itemClass, from)
    return wanted && stagePreview(draft, line, from, wanted)
  },
  set_dealer: async ({ record, typed, shop }) => {
    const key = parseLicenseNumber(typed('license'))
    const found = key ? await findDealerFile(shop.db, key) : undefined
    if (!found || key === record.order.dealerKey) return undefined
    const { name, tradeName, city, state } = found.dealer
    const dealer = { name: tradeName ?? name, city, state }
    const firearms = active(record).map(({ title, detail }) => [title, detail].filter(Boolean).join(', '))
    return assignedLetter({ dealer, firearms: firearms.join('; '), review: '', link })
  },
  record_dealer_answer: (draft) =>
    previewAnswer(draft, draft.typed('answer', 'accept') === 'accept' ? 'accepted' : 'declined'),
  refuse_dealer: (draft) => previewAnswer(draft, 'refused'),
  withdraw_dealer: ({ record }) => dealerWithdrewLetter(mailed(record), link),
  close: ({ record, typed }) => {
    const line = chosen(record, typed)
    if (!line) return undefined
    const exit: Exit = exits.find((each) => each === typed('exit')) ?? exits[0]
    const agreedCents = parseDollars(typed('amount'))
    const wholeCents = unrefundedLineCents(line)
    const refundCents = exitRows[exit].money === 'agreed' ? (agreedCents ?? wholeCents) : wholeCents
    const said = { exit, note: typed('note', '(what you write)'), refundCents }
    return closedLetter(mailed(record, line.position), said, link)
  },
  refund: previewRefund,
  record_payout: ({ record, typed }) => {
    const refund = record.order.refunds.find(({ id }) => id === typed('refund'))
    if (!refund) return undefined
    const method = payoutMethods.find((each) => each === typed('method', 'check'))
    const payout = method ? payoutWords[method](typed('reference')) : ''
    const { amountCents } = refund
    return refundLetter({
      ...mailed(record),
      amountCents,
      outcome: 'part',
      isByHand: true,
      payout,
      of: '',
      link,
    })
  },
  send_link: ({ record }) => linkLetter({ ...mailed(record), link }),
}

function previewAnswer({ record, life, typed }: Draft, state: 'accepted' | 'declined' | 'refused') {
  const sheets = firearmSheets(active(record))
  const dealer = life.dealer?.dealer
  return answeredLetter({
    state,
    dealer: dealer ? (dealer.tradeName ?? dealer.name) : null,
    isConfirmed: true,
    feeCents: parseDollars(typed('fee')) ?? null,
    firearms: sheets.map(({ name }) => name).join('; '),
    kind: wordsFor(sheets),
    link,
  })
}

async function previewRequest({ record, life, typed, shop }: Draft): Promise<Letter | undefined> {
  const line = chosen(record, typed)
  const terms = life.terms.find(({ position }) => position === line?.position)
  if (!line || !terms) return undefined
  const { tariff, today } = await findPrices(shop)
  const { buyerState, dealerState } = record.order
  const handover = {
    buyerState,
    dealerState,
    dealerZip: life.dealer?.dealer.zip ?? null,
    county: typed('county') || null,
  }
  const taxed = balanceTax(terms.priceCents, handover, tariff, today)
  if (!taxed.ok) return undefined
  const depositCents = depositLeft(line)
  const usual = usualDueDay(shop.now(), shop.timeZone)
  const dueAt = endOfDay(typed('dueOn'), shop.timeZone) ?? endOfDay(usual, shop.timeZone)
  if (!dueAt) return undefined
  return balanceLetter({
    ...mailed(record, line.position),
    ...days(dueAt, shop),
    about: 'requested',
    terms,
    priceCents: terms.priceCents,
    depositCents,
    amountCents: balanceCents({ priceCents: terms.priceCents, depositCents }),
    taxCents: taxed.taxCents,
    taxLabel: taxed.label,
    taxState: taxed.state,
    link,
  })
}

function previewRefund({ record, typed }: Draft): Letter | undefined {
  const { order } = record
  const scope = typed('scope', 'all')
  const line = order.lines.find(({ position }) => scope === `line ${position}`)
  const amountCents =
    scope === 'amount'
      ? parseDollars(typed('dollars'))
      : line
        ? unrefundedLineCents(line)
        : refundableCents(order)
  if (!amountCents) return undefined
  const isWhole = scope === 'all'
  const outcome = isWhole ? (typed('stock') === 'keep' ? ('ended' as const) : ('whole' as const)) : 'part'
  const isByHand = typed('route') === 'check'
  const payout = isByHand ? payoutWords.check('') : ''
  const of = line && order.lines.length > 1 ? line.title : ''
  return refundLetter({ ...mailed(record), amountCents, outcome, isByHand, payout, of, link })
}

type Line = SheetRecord['order']['lines'][number]

async function stagePreview(
  { record, typed, shop, sellables }: Draft,
  line: Line,
  from: Stage,
  stage: Stage,
) {
  const { itemClass, position } = line
  const carrier = carriers.find((each) => each === typed('carrier'))
  const tracking = typed('tracking', '(the tracking number)')
  const shipment = isHandedOver(from, stage) ? showTracking({ carrier: carrier ?? 'other', tracking }) : null
  const offered = (await findOffered(shop, sellables, [{ ...line, stage }])).get(position) ?? []
  const back = isBack(from, stage) ? { from, reason: typed('backReason', '(why it goes back)') } : undefined
  return stageLetter({ ...mailed(record, position), stage, itemClass, shipment, back, offered, link })
}

function mailed({ order }: SheetRecord, position?: number) {
  const lines = order.lines.filter((line) => position === undefined || line.position === position)
  return { orderId: order.id, ...orderSubject(lines) }
}

function active({ order }: SheetRecord): Line[] {
  return order.lines.filter(openStage)
}

function chosen(record: SheetRecord, typed: Draft['typed']): Line | undefined {
  const lines = active(record)
  return lines.find(({ position }) => String(position) === typed('position')) ?? lines[0]
}

function days(dueAt: Date, { timeZone }: Pick<Shop, 'timeZone'>) {
  return {
    dueOn: formatLongDay(dueAt, timeZone),
    releasedOn: lastDayOfGrace(dueAt, timeZone),
  }
}
