import { z } from 'zod'
import type { StatusKind } from '#app/features/console/components/status.tsx'
import type { ShippingFlags } from '#app/features/orders/goods.ts'
import { trackingInput } from '#app/features/orders/input.ts'
import {
  carriers,
  type ParcelLine,
  parcelSteps,
  type ParcelState,
  type ReturnDecision,
  returnDecisions,
} from '#app/features/orders/parcels.ts'
import { after, day } from '#app/kit/clock.ts'
import { refusalWordsOf } from '#app/kit/refusal.ts'

export const viewWords = {
  'to-pack': { name: 'To pack', empty: 'Nothing is waiting to be packed.', next: 'Pack them' },
  packed: {
    name: 'Packed',
    empty: 'No packed parcel is waiting for its carrier.',
    next: 'Hand them to the carrier',
  },
  sent: { name: 'Sent', empty: 'No parcel is on its way.', next: 'Mark what arrived or came back' },
  returns: {
    name: 'Returns',
    empty: 'No returned parcel is waiting to be settled.',
    next: 'Look at what came back, then refund it',
  },
}
export type ShippingView = keyof typeof viewWords
export const shippingViews = Object.keys(viewWords) as ShippingView[]

export function viewOf(named: string | null): ShippingView {
  return shippingViews.find((view) => view === named) ?? 'to-pack'
}

export function listOf(left: readonly unknown[], parcels: readonly { state: ParcelState }[]): ShippingView {
  const has = (...states: ParcelState[]) => parcels.some(({ state }) => states.includes(state))
  if (left.length > 0) return 'to-pack'
  if (has('packed')) return 'packed'
  if (has('returned', 'decided')) return 'returns'
  return parcels.length > 0 ? 'sent' : 'to-pack'
}

export const maxRows = 100

type MarkedLine = { fulfillment: string; flags: ShippingFlags | null; magazine: unknown }
type ParcelMark = 'adult_signature' | 'no_air' | 'california' | 'flags_unknown'

/** What a parcel needs beside packing, and which of its goods say so. */
export const parcelMarks: Record<
  ParcelMark,
  { words: string; service?: string; isOf: (line: MarkedLine, shipState: string | null) => unknown }
> = {
  adult_signature: {
    words: 'Adult signature',
    service: 'Adult signature required (21 or older)',
    isOf: ({ flags }) => flags?.needsAdultSignature,
  },
  no_air: { words: 'No air', service: 'Ground only', isOf: ({ flags }) => flags?.isGroundOnly },
  california: {
    words: 'California',
    isOf: ({ flags, magazine }, shipState) =>
      shipState === 'CA' && (magazine || (flags && flags.caAb1263 !== 'not_covered')),
  },
  flags_unknown: { words: 'Flags not entered', isOf: ({ flags, magazine }) => !flags && magazine },
}

/** The marks of what goes to a state: those of any of its goods count for the whole parcel. */
export function marksOf(lines: readonly MarkedLine[], shipState: string | null): ParcelMark[] {
  const goods = lines.filter(({ fulfillment }) => fulfillment === 'shipping')
  const isMarked = (mark: ParcelMark) => goods.some((line) => parcelMarks[mark].isOf(line, shipState))
  return (Object.keys(parcelMarks) as ParcelMark[]).filter(isMarked)
}

export function daysSince(moment: Date, now: Date): number {
  return Math.floor((now.getTime() - moment.getTime()) / day)
}

/** How pressing an unsent order is: late from day 20 on, and over at 30, when the law's time ends (16 CFR 435.2). */
export function urgencyOf(paidAt: Date, now: Date): 'calm' | 'late' | 'over' {
  if (after(paidAt, 30 * day) <= now) return 'over'
  return after(paidAt, 20 * day) <= now ? 'late' : 'calm'
}

/** What is left of each product over all orders. */
export function pickList(orders: readonly { left: readonly ParcelLine[]; order: { id: string } }[]) {
  const pieces = orders.flatMap(({ order, left }) => left.map((part) => ({ ...part, order: order.id })))
  return [...Map.groupBy(pieces, ({ title, detail }) => `${title} ${detail}`).values()]
    .map((same) => ({
      title: same[0]?.title ?? '',
      detail: same[0]?.detail ?? '',
      quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
      orders: same.map(({ order }) => order),
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title))
}

export const shippingVerbs = ['pack', 'tracking', ...parcelSteps] as const
export type ShippingVerb = (typeof shippingVerbs)[number]

/** `lines`: how many of each are packed, of the fields `quantity-0`, `quantity-1` and so on. */
export const shippingInput = z
  .looseObject({
    revision: z.coerce.number().int().nonnegative(),
    parcel: z.string().regex(/^[0-9A-Z]{10,20}$/),
    carrier: z.enum(carriers).default('other'),
    tracking: trackingInput,
    decision: z.enum(returnDecisions, 'Choose what you found').optional(),
    reason: z.string().trim().max(300, 'Keep the reason under 300 characters').default(''),
  })
  .transform(({ revision, parcel, carrier, tracking, decision, reason, ...others }) => {
    const lines = Object.entries(others).flatMap(([name, value]) => {
      const position = /^quantity-(\d{1,3})$/.exec(name)?.[1]
      const quantity = Number(value)
      return position && Number.isInteger(quantity) && quantity > 0
        ? [{ position: Number(position), quantity }]
        : []
    })
    return { revision, parcel, carrier, tracking, decision, reason, lines }
  })
export type ShippingForm = z.infer<typeof shippingInput>

export function labelServices(marks: readonly ParcelMark[]): string[] {
  return marks.flatMap((mark) => parcelMarks[mark].service ?? [])
}

type Label = {
  address: readonly string[]
  order: { buyerPhone: string | null; shippingName: string | null }
  marks: readonly ParcelMark[]
}

export function labelText({ address, order, marks }: Label): string {
  return [...address, order.buyerPhone, order.shippingName, ...labelServices(marks)]
    .filter(Boolean)
    .join('\n')
}

export const parcelStates: Record<ParcelState, { words: string; kind: StatusKind }> = {
  packed: { words: 'Packed', kind: 'half' },
  sent: { words: 'Sent', kind: 'live' },
  delivered: { words: 'Delivered', kind: 'done' },
  returned: { words: 'Returned, not looked at', kind: 'review' },
  decided: { words: 'Returned, decided', kind: 'soon' },
  refunded: { words: 'Returned and refunded', kind: 'void' },
}

export const decisionWords: Record<ReturnDecision, string> = {
  restocked: 'As new: back on the shelf',
  kept_out: 'Not for sale: it stays off the shelf',
  resend: 'It could not be delivered: pack it again',
}

export const refusalWords = refusalWordsOf({
  changed: 'Somebody changed this order since you opened it. Look at it again: nothing was done.',
  order_not_found: 'There is no such order.',
  not_paid: 'This order is not paid, or there is no such parcel.',
  in_review: 'The state rules want this order looked at. Decide its review first.',
  refused_by_state: 'The state rules refuse this delivery. Decline the order, or correct its address.',
  nothing_to_pack: 'Nothing is left to pack. Choose how many of each.',
  too_many: 'That is more than is left to pack.',
  refund_under_way: 'A refund of one of these items is under way.',
  line_refunded: 'An item in this parcel was refunded. Open the parcel, and take it out.',
  no_such_step: 'The parcel is not in a state that allows this.',
  too_late: 'That can be undone within an hour only. When it comes back, receive it.',
  correction_reason_missing: 'Say what was wrong with the number: the buyer has it.',
  needs_reason: 'Say why the goods stay off the shelf.',
  too_much: 'Nothing is left of the charge to refund.',
  not_chosen: 'Choose what you found.',
})
