import { lowerFirst } from '#app/kit/text.ts'
import { countOf } from '#app/kit/count.ts'
import type { Plate, SellableKind } from './goods.ts'
import { type CheckoutWords, storedGood } from './sellable.ts'
import type { OrderView } from './store/read.server.ts'
import type { Sellables } from './store/lines.server.ts'

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
  return order.lines.reduce<CheckoutWords>(
    (words, { kind }) => ({ ...words, ...sellables[kind]?.checkoutWords }),
    {},
  )
}

export const underReviewWords = {
  title: (subject: string) => `${subject} is reserved, under review`,
  text: (noun: SubjectNoun) =>
    `Your deposit is paid, and we hold the ${noun} for you while we review your order. The build starts only after that, and if we can’t transfer it to you, we refund you in full. We’ve emailed you a confirmation with your private link.`,
  mail: (what: string, paid: string) =>
    `${what} is reserved for you while we review your order. The refundable deposit of ${paid} is paid.`,
} as const
