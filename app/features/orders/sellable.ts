import type { SQL } from 'drizzle-orm'
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

/** A row of stock that was found for an order: what the order keeps of it. */
export type StockRow = {
  /** The room's own reference, as it was settled (a chosen number). */
  ref: object
  title: string
  detail: string
  /** US cents, to be paid now. */
  unit_cents: number
  /** Set on regulated items: the buyer's and the dealer's state are judged with it before payment. */
  item_class: ItemClass | null
  plate: Plate | null
}

/**
 * How a room plugs into the order path: it says, in SQL, how its stock is found and how it changes hands. Orders put
 * these pieces into their own statements, so that each step of a purchase is one statement: all of it or nothing, and
 * one round trip. The pieces are given SQL expressions to stand in, never values.
 */
export type Sellable<Ref = unknown> = {
  kind: SellableKind
  /** Checks a reference that came from outside or from storage. */
  parseRef: (ref: unknown) => Ref
  /** The live topic that open pages hear of this stock by, or null. */
  topic: (ref: Ref) => string | null
  /** Why something cannot be had now. Asked only after `stock` gave nothing; `undefined` when nothing speaks against it. */
  refusal: (work: Work, ref: Ref) => Promise<Refusal | undefined>
  /**
   * A select that finds and locks one piece of stock that may be sold at `now`, with the columns of `StockRow` and
   * those that `take` needs. It skips what others are claiming at this instant.
   */
  stock: (ref: SQL, now: SQL) => SQL
  /** An update, from the tables `from`, that gives the row that `stock` found (under the name `found`) to an order. */
  take: (from: SQL, found: SQL, orderId: SQL, until: SQL) => SQL
  /** A condition: the order still has its stock. */
  owns: (orderId: SQL) => SQL
  /** An update that moves the end of what an order holds; `infinity` while its payment is being settled. */
  extend: (orderId: SQL, until: SQL) => SQL
  /** An update that sells to an order, for good, what it holds. Returns the rows. */
  fulfil: (orderId: SQL) => SQL
  /** An update that gives back what an order holds or has bought. Safe to repeat. */
  release: (orderId: SQL) => SQL
}
