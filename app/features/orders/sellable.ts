import type { Work } from '#app/db/work.server.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { Refusal } from '#app/kit/refusal.ts'

/** Everything the shop sells, by kind. */
export const sellableKinds = [
  'drop_unit',
  'patch',
  'accessory',
  'trust_pack',
  'course_seat',
  'build_slot',
] as const
export type SellableKind = (typeof sellableKinds)[number]

/** What one line of an order costs and what is bought with it, as the server says. */
export type Quote = {
  ok: true
  title: string
  detail: string
  /** US cents, to be paid now. */
  unitCents: number
  /** Set on regulated items: the buyer's and the dealer's state are judged with it before payment. */
  itemClass: ItemClass | null
}

/** What a numbered piece is engraved with, and where it is shown: enough to draw its data plate. */
export type Plate = {
  dropName: string
  dropNumber: number
  unitNumber: number
  total: number
  theme: string
  /** The address of the page it was chosen on. */
  path: string
}

/** Stock that was claimed: the ref as it was settled (a chosen number), and how the line reads. */
export type Held<Ref> = { ok: true; ref: Ref; detail: string; plate: Plate | null }

/**
 * How a room plugs into the order path. Every method runs inside the order's transaction. The refs are the room's
 * own; `parseRef` checks one that came from outside.
 */
export type Sellable<Ref = unknown> = {
  kind: SellableKind
  parseRef: (ref: unknown) => Ref
  /** Price and description. Refused when it is not for sale at this moment. */
  quote: (work: Work, ref: Ref) => Promise<Quote | Refusal>
  /** Claims the stock for an order, atomically; never read-then-write. */
  hold: (work: Work, ref: Ref, orderId: string, until: Date) => Promise<Held<Ref> | Refusal>
  /** Moves the end of the hold; `null` keeps it without end while a payment is being settled. False: it was lost. */
  extend: (work: Work, ref: Ref, orderId: string, until: Date | null) => Promise<boolean>
  /** The order is paid: the stock is sold to it for good. */
  fulfil: (work: Work, ref: Ref, orderId: string) => Promise<void>
  /** Gives back what the order holds or bought. Safe to repeat. */
  release: (work: Work, ref: Ref, orderId: string) => Promise<void>
}
