import type { SQL } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { BoundStatement } from '#app/db/statement.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { TaxClass } from '#app/features/delivery/rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Refusal } from '#app/kit/refusal.ts'

export type { TaxClass }

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

/** A part of the confirmation mail that comes along with what was bought: what it is, its codes, and what to do with them. */
export type Enclosure = {
  title: string
  text: string
  rows: readonly { label: string; value: string }[]
  how: string
  /** `path` begins with a slash. */
  go: { label: string; path: string }
  notes: readonly string[]
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

/**
 * How a line reaches its buyer: `transfer` through a licensed dealer, `parcel` by post to an address, `download` from a
 * page of its own, `attend` in person.
 */
export const fulfillments = ['ffl_transfer', 'shipping', 'digital', 'in_person'] as const
export type Fulfillment = (typeof fulfillments)[number]

/** What the limits of states on magazines need to know: how many rounds, and what it fits. */
export type Magazine = { capacity: number; fits: 'handgun' | 'long_gun' | 'both' }

/**
 * Why something cannot be had. `isUnderLock` says that it was open when this was asked: somebody is taking it at this
 * moment, perhaps an earlier press of the same button.
 */
export type StockRefusal = Refusal & { isUnderLock?: boolean }

/** Why what came with a line keeps its buyer from giving it back: a code that came with it was used. */
export type ReturnRefusal = 'code_in_use'

/** A row of stock that was found for an order: what the order keeps of it. */
export type StockRow = {
  /** The feature's own reference, as it was settled (a chosen number). It names the line among those of its kind. */
  ref: object
  title: string
  detail: string
  /** How many pieces the line has. */
  quantity: number
  /** The price of one piece in US cents, to be paid now, without tax. 0 for a free one. */
  unit_cents: number
  fulfillment: Fulfillment
  /** `null`: no sales tax is collected now, as on deposits, seats and downloads. */
  tax_class: TaxClass | null
  /** Set on regulated items: the buyer's and the dealer's state are judged with it before payment. */
  item_class: ItemClass | null
  /** The instant until which a line to `attend` is refundable, fixed now; `null` on every other line. */
  refund_until: Date | null
  /** Set on magazines: the state of delivery is judged with it before payment. */
  magazine: Magazine | null
  plate: Plate | null
}

/** Where the buyer of a paid line goes on. `to` is a path under `/orders/:order/`, opened by whoever may open the order. */
export type LinePage = { to: string; label: string }

/** The words of a checkout where a feature has its own. What is left out is said as everywhere. */
export type CheckoutWords = {
  /** What the buyer confirms, in place of the shop's own sentence for lines of this fulfillment. */
  attestation?: string
  /** Told once the payment has gone through. */
  success?: { title: string; text: string }
  /** Told when it came to nothing. */
  failure?: { title: string; text: string }
  /** What the button says while paying. */
  busy?: string
}

/** What lines of a kind are counted together (of one drop, say), and how many of it one buyer may have; `null` for any number. */
type HoldBound<Ref> = {
  scope(this: void, ref: Ref): string
  /** The statement that reads it. */
  max(this: void, ref: Ref): BoundStatement<{ max: number | null }>
}

/**
 * How a feature plugs into the order path: it says, in SQL, how its stock is found and how it changes hands. Orders put
 * these pieces into their own statements, so that each step of a purchase is one statement: all of it or nothing, and
 * one round trip. The pieces are given SQL expressions to stand in, never values.
 * Members are methods, so that one of each `Ref` fits where any of them is asked for; `this: void` lets them be passed around.
 */
export type Sellable<Ref = unknown> = {
  kind: SellableKind
  /** Checks a reference that came from outside or from storage. */
  parseRef(this: void, ref: unknown): Ref
  /** The live topic that open pages hear of this stock by, or null. */
  topic(this: void, ref: Ref): string | null
  /** Why something cannot be had now. Asked only after `stock` gave nothing; `undefined` when nothing speaks against it. */
  refusal(this: void, work: UnitOfWork, ref: Ref): Promise<StockRefusal | undefined>
  /** How much of it one buyer may hold or have bought. What is left out has no bound of its own. */
  limit?: HoldBound<Ref>
  /**
   * A select that finds and locks the stock of one line that may be sold at `now`: one row with the columns of `StockRow`,
   * each of its type (`null::text as tax_class`, `null::timestamptz as refund_until`, `null::jsonb as magazine`), and
   * those that `take` needs; no row when there is not enough. It skips what others are claiming at this instant, or waits
   * for them where pieces are counted.
   */
  stock(this: void, ref: SQL, now: SQL): SQL
  /**
   * An update or an insert, from the tables `from`, that gives the row that `stock` found (under the name `found`) to an
   * order. Without `returning`. One row for each line.
   */
  take(this: void, from: SQL, found: SQL, orderId: SQL, until: SQL): SQL
  /**
   * An update that moves the end of what an order holds under a version of its hold, and gives it the next version;
   * `infinity` while its payment is being settled. Returns one row for each line that it still holds: the caller counts
   * them. `heldStock` writes it.
   */
  extend(this: void, orderId: SQL, version: SQL, until: SQL): SQL
  /**
   * An update that sells to an order, for good, what it holds under a version of its hold. Returns one row for each line,
   * and none when repeated: the caller counts them.
   */
  fulfill(this: void, orderId: SQL, version: SQL): SQL
  /**
   * An update that gives back what an order holds or has bought; with `ref` (an expression of type jsonb, a line's
   * reference as it was stored) only what that line has. Safe to repeat.
   */
  release(this: void, orderId: SQL, ref?: SQL): SQL
  /**
   * For lines that bring something to use along, such as a code: what is used cannot be given back by its buyer, and what
   * is on its way back cannot be used.
   */
  returning?: {
    /** Why the line cannot be given back by its buyer now. */
    refusal(this: void, db: Db, orderId: string, ref: Ref): Promise<ReturnRefusal | undefined>
    /**
     * A refund that takes the line back begins, with its order locked: from now on what came with it is of no use. Unless
     * `isForced`, it is refused where something was used.
     */
    begin(
      this: void,
      work: UnitOfWork,
      orderId: string,
      ref: Ref,
      isForced: boolean,
    ): Promise<ReturnRefusal | undefined>
    /** That refund was refused: the line stays with its buyer, and what came with it works again. */
    undo(this: void, work: UnitOfWork, orderId: string, ref: Ref): Promise<void>
  }
  /**
   * The job that is written down with `{orderId}` by the statement that pays an order with such lines: to mail a code,
   * to prepare a page. It may run twice.
   */
  paidJob?: string
  /**
   * What the confirmation of a paid order encloses for the lines of this kind at these positions, or nothing. It may be
   * asked twice, and then encloses the same.
   */
  enclose?(
    this: void,
    work: UnitOfWork,
    certify: Shop['certify'],
    orderId: string,
    positions: readonly number[],
  ): Promise<Enclosure | undefined>
  /** Where the buyer of a paid line goes on; the order's page and its confirmation lead there. */
  page?(this: void, orderId: string, ref: Ref): LinePage | null
  /** The labels of a wizard that leads here: the checkout shows them as its progress, the third one current. */
  checkoutSteps?: readonly string[]
  checkoutWords?: CheckoutWords
}
