import { countOf, lowerFirst } from '#app/kit/text.ts'
import { dateFormat, formatCalendarDate } from '#app/kit/dates.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import type { Plate, SellableKind } from './goods.ts'
import { type DocumentKind, documentKindWords } from './review.ts'
import { type Ending, isPaid, type OrderState, type Stage } from './rules.ts'
import { type CheckoutWords, storedGood } from './sellable.ts'
import { endedText, endingWords, stageWords } from './stages.ts'
import type { Sellables } from './store/lines.server.ts'
import type { OrderView } from './store/read.server.ts'

export type OrderSubject = {
  plate: { unitNumber: number } | null
  title: string
  kind: SellableKind
  count: number
}

export type SubjectNoun = 'number' | 'slot' | 'order'

export function subjectNounOf({ plate, kind, count }: Omit<OrderSubject, 'title'>): SubjectNoun {
  if (count !== 1) return 'order'
  if (plate) return 'number'
  return kind === 'build_slot' ? 'slot' : 'order'
}

type SubjectLine = Pick<OrderSubject, 'title' | 'kind'> & { detail: string; plate: Plate | null }

export function orderSubject(lines: readonly SubjectLine[]) {
  const first = lines.find(({ plate }) => plate !== null) ?? lines[0]
  return {
    title: first?.title ?? '',
    detail: first?.detail ?? '',
    plate: first?.plate ?? null,
    kind: first?.kind ?? ('drop_unit' as const),
    count: lines.length,
  }
}

/** The subject at the start of a sentence: `Number 7`, `The build slot`, a title, or `Your order` for several lines. */
export function heldSubject(subject: OrderSubject): string {
  if (subject.count !== 1) return 'Your order'
  if (subject.plate) return `Number ${subject.plate.unitNumber}`
  return subjectNounOf(subject) === 'slot' ? `The ${lowerFirst(subject.title)}` : subject.title
}

/** The subject within a sentence: `number 7`, `the build slot`, or `your order`. */
export function describeHeld(subject: OrderSubject): string {
  const noun = subjectNounOf(subject)
  if (noun === 'order') return 'your order'
  return subject.plate ? `number ${subject.plate.unitNumber}` : `the ${lowerFirst(subject.title)}`
}

/** What an order holds as the subject of a sentence, with its verb: `number 7 is`, `number 7 and Bore Cable are`. */
export function nameHeld(lines: readonly Omit<SubjectLine, 'detail'>[]): string {
  const names = lines.map(nameLine)
  const rest = names.splice(names.length > maxNamed ? maxNamed - 1 : maxNamed).length
  return `${list.format(rest > 0 ? [...names, countOf(rest, 'more item')] : names)} ${lines.length === 1 ? 'is' : 'are'}`
}

const maxNamed = 3
const list = new Intl.ListFormat('en-US')

function nameLine({ plate, kind, title }: Omit<SubjectLine, 'detail'>): string {
  const line = { plate, kind, title, count: 1 }
  if (kind === 'course_seat') return `your seat in ${title}`
  return subjectNounOf(line) === 'order' ? title : describeHeld(line)
}

/** The code of the certificate of a numbered line, or null. Its run is named by what was ordered: build windows share a page. */
export function certificateOf(
  certify: (slug: string, number: number) => string,
  { plate, ref }: { plate: Plate | null; ref: unknown },
): string | null {
  const { slug } = ref as { slug?: string }
  return plate && slug ? certify(slug, plate.unitNumber) : null
}

export function reservePath(plate: { path: string; unitNumber: number }): string {
  return `${plate.path}/reserve?number=${plate.unitNumber}`
}

export const certificateWords = 'The code of your numbered certificate is on your order page.'

export type PaidFor = 'all' | 'nothing' | 'deposit' | 'deposits' | 'some'

export const paidWords: Record<PaidFor, { subject: string; text: string }> = {
  all: { subject: 'Paid', text: 'Your order is paid.' },
  nothing: { subject: 'Confirmed', text: 'Your order is confirmed.' },
  deposit: { subject: 'Deposit paid', text: 'Your deposit is paid.' },
  deposits: { subject: 'Deposits paid', text: 'Your deposits are paid.' },
  some: { subject: 'Payment received', text: 'Everything due now is paid.' },
}

/** The labels of the wizard that led to an order, if any. Orders with several lines came from the cart. */
export function checkoutStepsOf(
  sellables: Sellables,
  { lines }: Pick<OrderView, 'lines'>,
): readonly string[] {
  const [only, ...others] = lines
  return (others.length === 0 && only && sellables[only.kind]?.checkoutSteps) || []
}

export function isDepositLine(
  sellables: Sellables,
  line: Pick<OrderView['lines'][number], 'kind' | 'ref' | 'fulfillment'>,
): boolean {
  if (line.fulfillment === 'ffl_transfer') return true
  const { sellable, ref } = storedGood(sellables, line) ?? {}
  return sellable?.isDeposit?.(ref) ?? false
}

export function paidForOf(sellables: Sellables, order: Pick<OrderView, 'lines' | 'capturedCents'>): PaidFor {
  const { lines, capturedCents } = order
  if (capturedCents === 0) return 'nothing'
  const deposits = lines.filter((line) => isDepositLine(sellables, line)).length
  if (deposits === 0) return 'all'
  if (deposits < lines.length) return 'some'
  return deposits === 1 ? 'deposit' : 'deposits'
}

export function checkoutWordsOf(sellables: Sellables, order: OrderView): CheckoutWords {
  return Object.assign({}, ...order.lines.map(({ kind }) => sellables[kind]?.checkoutWords)) as CheckoutWords
}

export const underReviewWords = {
  title: (subject: string) => `${subject} is reserved, under review`,
  text: (noun: SubjectNoun) =>
    `Your deposit is paid, and we hold the ${noun} for you while we review your order. The build starts only after that, and if we can’t transfer it to you, we refund you in full. We’ve emailed you a confirmation with your private link.`,
  mail: (what: string, paid: string) =>
    `${what} is reserved for you while we review your order. The refundable deposit of ${paid} is paid.`,
} as const

export function stateWords(state: OrderState, noun: SubjectNoun, paidFor: PaidFor = 'all') {
  const { title, text, orderTitle = title, orderText } = stateTexts[state]
  if (noun === 'order')
    return { title: orderTitle, text: orderText.replace('{paid}', paidWords[paidFor].text) }
  return { title: title.replaceAll('{it}', noun), text: text.replaceAll('{it}', noun) }
}

type ShownStatus = OrderSubject & {
  state: OrderState
  invoice: { amountCents: number; dueOn: string } | null
  paidFor: PaidFor
  ending: Ending | null
  review: string
}

/** What the page of an order says first. A reservation under review is nobody's yet, and one that ended is nobody's any more. */
export function statusWords({ state, invoice, paidFor, ending, review, ...what }: ShownStatus) {
  const noun = subjectNounOf(what)
  const subject = heldSubject(what)
  if (invoice) {
    const { amountCents, dueOn } = invoice
    return { title: invoiceWords.title, text: invoiceWords.text(amountCents, dueOn), review: '' }
  }
  if (!isPaid(state)) return { ...stateWords(state, noun, paidFor), review: '' }
  if (noun === 'order') return { ...stateWords(state, noun, paidFor), review }
  if (ending) return { title: endingWords[ending], text: endedText, review: '' }
  if (review) return { title: underReviewWords.title(subject), text: underReviewWords.text(noun), review }
  return { title: `${subject} is yours`, text: stateWords(state, noun).text, review }
}

const unheardText =
  'We have not heard back from the payment service yet. You will not be charged twice. This page updates by itself. If it takes more than a few minutes, we’ll email you what happens next.'

/** Of a number or a slot (`{it}`), and of any other order. */
const stateTexts: Record<
  OrderState,
  { title: string; text: string; orderTitle?: string; orderText: string }
> = {
  held: {
    title: 'Held for you',
    text: 'We’re holding the {it} while you enter your details and pay the deposit. Nothing has been charged.',
    orderText: 'We’re holding your items while you enter your details and pay. Nothing has been charged.',
  },
  paying: {
    title: 'Payment processing',
    text: 'The payment service is working on it, and your {it} stays on hold. This page updates by itself.',
    orderText:
      'The payment service is working on it, and your items stay on hold. This page updates by itself.',
  },
  unknown: {
    title: 'Waiting for the payment service',
    text: unheardText,
    orderText: unheardText,
  },
  review: {
    title: 'Payment under review',
    text: 'The payment service is reviewing this payment, which can take hours. Your {it} stays on hold until they decide. You don’t need to do anything: we’ll email you a confirmation, or how to pay another way.',
    orderText:
      'The payment service is reviewing this payment, which can take hours. Your items stay on hold until they decide. You don’t need to do anything: we’ll email you a confirmation, or how to pay another way.',
  },
  paid: {
    title: 'Your {it} is reserved',
    text: 'Your deposit is paid and the {it} is yours. We’ve emailed you a confirmation with your private link.',
    orderTitle: 'Thank you',
    orderText: '{paid} We’ve emailed you a confirmation with your private link.',
  },
  paid_unfulfilled: {
    title: 'Your refund is on its way',
    text: 'Your payment arrived after the hold ended, and someone else got the {it}. We’re refunding everything you paid and will email you when it’s done.',
    orderText:
      'Your payment arrived after the hold ended, and someone else got something in your order. We’re refunding everything you paid and will email you when it’s done.',
  },
  part_refunded: {
    title: 'Your {it} is reserved',
    text: 'Part of the deposit was refunded. The {it} is still yours.',
    orderTitle: 'Partly refunded',
    orderText: 'Part of your order was refunded. The rest, below, is still yours.',
  },
  refunded: {
    title: 'Refunded',
    text: 'Your deposit was refunded, and the {it} is no longer reserved for you.',
    orderText: 'Everything you paid was refunded.',
  },
  expired: {
    title: 'The hold expired',
    text: 'The deposit wasn’t paid in time. Nothing was charged, and the {it} is available again.',
    orderText: 'The order wasn’t paid in time. Nothing was charged.',
  },
  canceled: {
    title: 'Canceled',
    text: 'This order was canceled before the deposit was paid. Nothing was charged.',
    orderText: 'This order was canceled before it was paid. Nothing was charged.',
  },
}

/** An instant in the shop's time zone: `Nov 20, 2026, 7:05 AM EST`. */
export function formatMoment(moment: Date, timeZone: string): string {
  const format = dateFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  // Some engines set AM and PM off with a narrow space.
  return format.format(moment).replace('\u202F', ' ')
}

type EventData = Record<string, string | number | boolean | null>

/** What an event happened to: its amount in whole dollars where it can be, and to the cent. */
type Happened = { data: EventData; noun: SubjectNoun; amount: string; exact: string; due: string }

const dollarsOf = (cents: unknown, format: (cents: number) => string) =>
  typeof cents === 'number' ? format(cents) : ''

const documentOf = ({ data: { document } }: Happened) => documentKindWords[document as DocumentKind] ?? ''

/** What the history of an order says. An event without words is not shown. */
const eventTexts: Partial<Record<string, string | ((happened: Happened) => string | undefined)>> = {
  held: 'Held for you',
  renewed: 'Hold extended',
  paying: ({ amount }) => `Payment of ${amount} started`,
  paid: ({ data, noun, amount }) =>
    data.amountCents === 0
      ? 'Confirmed, nothing to pay'
      : `${noun === 'order' ? 'Payment' : 'Deposit'} of ${amount} paid`,
  declined: 'Payment declined, nothing charged',
  abandoned: 'Payment not completed, nothing charged',
  unknown: 'No answer from the payment service yet',
  review: 'Payment held for review',
  invoiced: 'Invoice sent',
  sold_on_the_spot: ({ amount }) => `${amount} received on the spot`,
  refund_started: ({ amount }) => `Refund of ${amount} started`,
  refunded: ({ amount }) => `${amount} refunded`,
  refund_by_check: ({ amount }) => `Refund of ${amount} will be sent by check`,
  refund_refused: 'Refund declined by the payment service',
  gateway_difference: ({ data, amount }) =>
    data.kind === 'charged_back' ? `${amount} charged back by the card’s bank` : undefined,
  returned: 'Returned',
  rebooked: 'Moved to another date',
  stage: ({ data: { to } }) =>
    typeof to === 'string' && to in stageWords ? `Stage: ${stageWords[to as Stage].label}` : undefined,
  agreement_sent: 'Final price sent',
  agreement_accepted: ({ data }) => `Final price of ${dollarsOf(data.priceCents, formatCents)} accepted`,
  closed: 'Reservation ended',
  dealer: 'Dealer chosen',
  dealer_assigned: 'Dealer set by our staff',
  dealer_confirmed: 'Dealer confirmed',
  dealer_requested: 'Dealer contacted',
  dealer_accepted: 'Dealer accepted',
  dealer_declined: 'Dealer declined',
  dealer_expired: 'Dealer did not answer',
  dealer_withdrew: 'Dealer withdrew',
  review_approved: 'Review approved',
  review_declined: 'Review declined',
  review_document_requested: 'Document requested',
  review_reopened: 'A state rule changed: reviewed again',
  judged_again: 'State rules checked again',
  document_sent: (happened) => `Document received: ${documentOf(happened)}`,
  document_accepted: (happened) => `Document accepted: ${documentOf(happened)}`,
  document_refused: (happened) => `Document not accepted: ${documentOf(happened)}`,
  delivered: ({ data }) =>
    data.fulfillment === 'digital'
      ? 'First download'
      : data.fulfillment === 'in_person'
        ? 'Class attended'
        : undefined,
  dispatched: 'Package shipped',
  dispatch_undone: 'Package not shipped after all',
  parcel_delivered: 'Package delivered',
  parcel_returned: 'Package received back',
  tracking: 'Tracking corrected',
  delay_offered: 'Delay: choice to wait or cancel emailed',
  delay_answered: ({ data }) => (data.answer === 'wait' ? 'Agreed to wait' : 'Asked to cancel'),
  address: 'Delivery address changed',
  buyer_corrected: 'Contact details corrected by us',
  links_ended: 'All private links ended',
  line_removed: 'Item removed from the order',
  expired: 'Hold expired',
  canceled: 'Canceled before payment',
  balance_requested: ({ exact, due }) => `Balance of ${exact} requested${due}`,
  balance_extended: ({ due }) => `More time for the balance${due}`,
  balance_tax_changed: ({ exact }) =>
    `Balance changed to ${exact}, with the sales tax where the dealer is now`,
  balance_waived: 'Balance waived',
  balance_withdrawn: 'Balance request withdrawn',
  balance_reopened: ({ exact }) => `Balance of ${exact} due again, because the refund was not made`,
  balance_stays_refunded:
    'The balance is refunded all the same, and requested again if the reservation goes on',
  balance_recorded: ({ exact }) => `Balance of ${exact} received`,
}

export function eventWords(kind: string, data: EventData, noun: SubjectNoun = 'number'): string | undefined {
  const words = eventTexts[kind]
  if (typeof words !== 'function') return words
  const { amountCents, dueOn } = data
  const [amount, exact] = [dollarsOf(amountCents, formatCents), dollarsOf(amountCents, formatCentsExact)]
  const due = typeof dueOn === 'string' ? `, due ${formatCalendarDate(dueOn)}` : ''
  return words({ data, noun, amount, exact, due })
}

export const invoiceWords = {
  means: (dueOn: string) =>
    `First we email you to confirm your address. Then you get the invoice, and we hold everything for you until ${dueOn}. If it isn’t paid by then, the order is canceled and you owe nothing.`,
  button: 'Reserve and pay by invoice',
  title: 'Waiting for your payment',
  text: (amountCents: number, dueOn: string) =>
    `We’re holding everything for you. Pay ${formatCents(amountCents)} by ${dueOn}. This page and an email will tell you when your payment has arrived.`,
  name: (orderId: string) => `Include your order number: ${orderId}.`,
  owed: (dueOn: string) =>
    `First we email you to confirm your address. Then you get the invoice, due ${dueOn}. If it isn’t paid by then, the invoice is closed, and you can ask for another one on the page of your reservation.`,
  owedOverdue:
    'If it isn’t paid by then, this invoice is closed, and you can ask for another one on the page of your reservation.',
  overdue: 'If it isn’t paid by then, the order is canceled and you owe nothing.',
} as const
