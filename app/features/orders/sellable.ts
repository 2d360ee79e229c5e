import type { SQL } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { Ending, Stage } from './rules.ts'
import type { orderLines } from './tables.ts'
import type { LineArt, Offered, SellableKind } from './goods.ts'

export type Enclosure = {
  title: string
  text: string
  rows: readonly { label: string; value: string }[]
  how: string
  /** `path` begins with a slash. */
  go: { label: string; path: string }
  notes: readonly string[]
}

/** `isUnderLock`: it is free but locked right now, perhaps by an earlier submission of the same form. */
export type StockRefusal = Refusal & { isUnderLock?: boolean }

export type ReturnRefusal = 'code_in_use' | 'line_unreadable'

type Line = typeof orderLines.$inferSelect

/**
 * What is found becomes the line of an order, in its columns. A regulated item has a class (the buyer's and the dealer's states are checked
 * before payment) and the words for its dealer, a magazine is checked by the delivery state, and flags limit places or carriers.
 */
export type StockRow = Pick<
  Line,
  'title' | 'detail' | 'quantity' | 'fulfillment' | 'magazine' | 'plate' | 'firearm' | 'flags' | 'variant'
> & {
  /** The feature's own reference, resolved (a chosen number). Unique among the order's lines of this kind. */
  ref: object
  /** The unit price in US cents due now, without tax. 0 if free. */
  unit_cents: number
  /** `null`: no sales tax is due now, as on deposits, seats and downloads. */
  tax_class: Line['taxClass']
  item_class: Line['itemClass']
  /** Until when an `in_person` line is refundable, fixed at the start; `null` on other lines. */
  refund_until: Date | null
}

export type OfferedLine = Pick<
  Line,
  'orderId' | 'position' | 'plate' | 'variant' | 'stage' | 'quantity' | 'unitCents' | 'refundedCents'
>

/** Which line of an order. */
type LineKey = Pick<Line, 'orderId' | 'position'>

export type EnclosedLine = Pick<Line, 'position' | 'itemClass' | 'stage'>

/** A page that a line leads to: its own, under `/orders/:order/`, open to whoever may open the order, or where it came from. */
export type LinePage = { to: string; label: string }

/** What the buyer of a held line chooses on a page of its own. While it is open, `payRefusal` refuses the payment. */
export type LineChoice = LinePage & { isOpen: boolean }

export type CheckoutWords = {
  /** What the buyer confirms, in place of the shop's own sentence for lines of this fulfillment. May name `{age}`. */
  attestation?: string
  success?: { title: string; text: string }
  failure?: { title: string; text: string }
  busy?: string
}

/** Which lines of a kind count together (those of one drop), and how many one buyer and one network may have. */
type HoldBound<Ref> = {
  scope(this: void, ref: Ref): string
  /** The chosen number in it; `null` for any. */
  number(this: void, ref: Ref): number | null
  /** Selects `scope`, `max` (`null`: no limit), `unpaid_per_network` and `run` for a select of one jsonb column, `ref`. */
  bounds(this: void, refs: SQL): SQL
}

/** In the orders' own statements, so atomic. SQL expressions, never values. Methods, so that each `Sellable<Ref>` fits `Sellable`. */
export type Sellable<Ref = unknown> = {
  kind: SellableKind
  parseRef(this: void, ref: unknown): Ref
  topic(this: void, ref: Ref): string | null
  /** Why it is not available now. Called only after `stock` found nothing; `undefined` when nothing is in the way. */
  refusal(this: void, work: UnitOfWork, ref: Ref): Promise<StockRefusal | undefined>
  /** How much one buyer may hold or have bought. Without it there is no limit. */
  limit?: HoldBound<Ref>
  /** Finds and locks one row with the columns of `StockRow` and what `take` needs. It skips locked rows, or waits where stock is counted. */
  stock(this: void, ref: SQL, now: SQL): SQL
  /** Assigns the row that `stock` found (named `found`) to an order, from the tables `from`. One row per line, without `returning`. */
  take(this: void, from: SQL, found: SQL, orderId: SQL, until: SQL): SQL
  /** Changes the end of a hold under one hold version (`infinity` while a payment is pending). The caller counts the rows. */
  extend(this: void, orderId: SQL, version: SQL, until: SQL): SQL
  /** Sells an order what it holds under one hold version. The caller counts the rows: none when repeated. */
  fulfill(this: void, orderId: SQL, version: SQL): SQL
  /** With `ref` (a jsonb expression, the line's stored reference) only that line. Safe to repeat. */
  release(this: void, orderId: SQL, ref?: SQL): SQL
  /** Puts `quantity` of a sold line back on the shelf. For what goes by parcel. */
  putBack?(this: void, orderId: SQL, ref: SQL, quantity: SQL): SQL
  /** For lines that come with something to use, such as a code: once used, the buyer cannot return the line. */
  returning?: {
    refusal(this: void, db: Db, line: LineKey, ref: Ref): Promise<ReturnRefusal | undefined>
    /** A refund of the line starts, with its order locked: what came with it becomes unusable. Refused if used, unless `isForced`. */
    begin(
      this: void,
      work: UnitOfWork,
      line: LineKey,
      ref: Ref,
      isForced: boolean,
    ): Promise<ReturnRefusal | undefined>
    /** That refund was refused: the buyer keeps the line, and what came with it works again. */
    undo(this: void, work: UnitOfWork, line: LineKey, ref: Ref): Promise<void>
    /** What a refund of the line also gives back, from another order, in cents. Not given where there is nothing. */
    alsoRefundsCents?(this: void, db: Db, line: LineKey): Promise<number>
  }
  /** The firearm of a line was handed over to its buyer, with the order locked. */
  handedOver?(this: void, work: UnitOfWork, line: LineKey): Promise<void>
  /** Where to go back to from a line that pays what is owed. Its hold lasts until the due date; the buyer cannot change it. */
  owedFor?(this: void, ref: Ref): LinePage
  /** The price of this line is a deposit although no dealer hands it over, and more is due later. */
  isDeposit?(this: void, ref: Ref): boolean
  choice?(this: void, db: Db, orderId: string, ref: Ref): Promise<LineChoice | undefined>
  /** Why what is held may not be paid for now; nothing where it may. Money that staff received already is not refused. */
  payRefusal?(
    this: void,
    work: UnitOfWork,
    ref: Ref,
    orderId: string,
  ): Promise<Refusal<'balance_in_review' | 'choice_open' | 'line_unreadable'> | undefined>
  /** Until when what is owed may be paid: an invoice of it is due then. */
  owedUntil?(this: void, db: Db, ref: Ref, now: Date): Promise<Date | undefined>
  /** Enqueued with `{orderId}` when such an order is paid. It may run twice. */
  paidJob?: string
  /** What comes free with these lines, in the confirmation email and in that of the filed form. Every kind that has it asks the same. */
  enclosure?: {
    isEarned(this: void, db: Db, orderId: string): Promise<boolean>
    section(this: void, orderId: string, lines: readonly EnclosedLine[]): Enclosure | undefined
  }
  page?(
    this: void,
    orderId: string,
    ref: Ref,
    itemClass: ItemClass | null,
    stage: Stage | Ending | null,
  ): LinePage | null
  comesWith?(this: void, itemClass: ItemClass | null): { words: string; from: string } | null
  /** Whether the pages of this kind's lines in a paid order can be opened. Where it is missing they always can. */
  hasPage?(this: void, db: Db, orderId: string): Promise<boolean>
  offered?(this: void, db: Db, line: OfferedLine, ref: Ref): Promise<Offered | undefined>
  /** What it was held under, where `offered` says what was agreed since. */
  offeredFirst?(this: void, db: Db, line: OfferedLine, ref: Ref): Promise<Offered | undefined>
  art?(this: void, db: Db, ref: Ref): Promise<LineArt | undefined>
  /** The labels of a wizard that leads to this checkout, where the third step is current. */
  checkoutSteps?: readonly string[]
  checkoutWords?: CheckoutWords
}

/** A reference that no longer parses must not take its order's pages and jobs with it: the line keeps its stored title. */
export function storedGood(
  sellables: Partial<Record<SellableKind, Sellable>>,
  line: { kind: SellableKind; ref: unknown },
) {
  const sellable = sellables[line.kind]
  if (!sellable) return undefined
  const ref = tryParse(sellable.parseRef, line.ref)
  return ref === undefined
    ? { sellable: withoutRef(sellable), ref: line.ref, isReadable: false }
    : { sellable, ref, isReadable: true }
}

export function tryParse<Ref>(parseRef: (ref: unknown) => Ref, ref: unknown): Ref | undefined {
  try {
    return parseRef(ref)
  } catch {
    return undefined
  }
}

/** The same sellable without what reads the reference. It takes no payment, and only staff return its lines. */
function withoutRef(sellable: Sellable): Sellable {
  const { limit: _l, owedFor: _w, isDeposit: _d, choice: _c, page: _p, art: _a, ...others } = sellable
  const { offered: _o, offeredFirst: _f, returning, ...kept } = others
  return {
    ...kept,
    topic: () => null,
    payRefusal: async () => refuse('line_unreadable'),
    ...(returning && {
      returning: {
        ...returning,
        refusal: async () => 'line_unreadable',
        begin: async (work, line, ref, isForced) =>
          isForced ? returning.begin(work, line, ref, isForced) : 'line_unreadable',
      },
    }),
  }
}
