import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { type AppContext, transact } from '#app/db/db.server.ts'
import {
  acceptDifference,
  compareWithGateway,
  listOpenDifferences,
} from '#app/features/bookkeeping/differences.server.ts'
import { payOrder, expireHolds } from '#app/features/checkout/flows.server.ts'
import { saveDelivery } from '#app/features/checkout/store/hold.server.ts'
import { dealerFiles, dealers } from '#app/features/dealers/tables.ts'
import { saveDealerFile } from '#app/features/dealers/store/file.server.ts'
import { dropUnits } from '#app/features/drops/tables.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { listParcels, packParcel, takeStep } from '#app/features/orders/store/parcels.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { moveStage } from '#app/features/orders/store/stage.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { reconcileAttempt } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds, refundOrder, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import type { GateName } from '#app/features/reservations/rules.ts'
import { type Move, moveReservation } from '#app/features/reservations/store/move.server.ts'
import { findBalance, withBalance } from '#app/features/reservations/store/balance-sold.server.ts'
import {
  type BalanceRequest,
  extendBalance,
  openBalance,
  requestBalance,
  retaxBalances,
  waiveBalance,
  withdrawBalance,
} from '#app/features/reservations/store/balance.server.ts'
import { closeReservation } from '#app/features/reservations/store/close.server.ts'
import { reservations } from '#app/features/reservations/tables.ts'
import { createManualGateway } from '#app/gateway/manual/gateway.server.ts'
import type { SandboxToken } from '#app/gateway/sandbox.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { addDealers, addBuilds } from '#db/sample/load.ts'
import { sql, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { shopZone } from './moment.ts'
import type { TestContext } from './db.ts'
import { jobRunner, jobsOfOrders } from './jobs.ts'
import { scriptedRefunds } from './scripted-refunds.ts'
import {
  givenDrop,
  givenPaymentContext,
  holdLines,
  ordersOnSale,
  reservationForm,
  toMiami,
  startLines,
} from './shop.ts'
import { givenPieces } from './goods.ts'
import { givenShop, heldOrder } from './visit.ts'
import { emptySelection, priceBuild, type Selection } from '#app/features/builds/rules.ts'
import { decideBuild, findDecision, sendBuildAgreement } from '#app/features/builds/store/decisions.server.ts'
import { buildSlot, submitBuild } from '#app/features/builds/store/submissions.server.ts'
import { readCatalog } from '#app/features/builds/store.server.ts'
import { platforms } from '#app/features/builds/tables.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { givenReference } from './reference.ts'

// Orders in the states that tests begin from.

/** A paid order of a number ($100), two pieces ($39.98 and $2.80 tax) and their shipping ($9.95 and 70 cents tax). */
export async function givenPaid(ctx: TestContext) {
  const { db } = ctx
  await givenDrop(db, { totalUnits: 3 })
  await givenPieces(db)
  const scripted = scriptedRefunds(givenPaymentContext(ctx).gateway)
  const paymentCtx = { ...givenPaymentContext(ctx), gateway: scripted.gateway }
  const lines = [
    { kind: 'drop_unit' as const, ref: { slug: 'test-drop', number: 2 } },
    { kind: 'accessory' as const, ref: { accessory: 'piece', quantity: 2 } },
  ]
  const { orderId } = await holdLines(ctx, lines)
  const prices = await findPrices(paymentCtx)
  await transact(ctx, (work) => saveDelivery(work, ordersOnSale, orderId, toMiami, prices))
  expect(await payOrder(paymentCtx, ordersOnSale, orderId, reservationForm())).toMatchObject({ isPaid: true })
  return {
    db,
    paymentCtx,
    scripted,
    orderId,
    order: () => findOrder(db, orderId),
    unit: async () => (await db.select().from(dropUnits)).find(({ number }) => number === 2)?.state,
    pieces: async () =>
      (await db.execute(sql`select 1 from held_pieces where kind = 'accessory' and state = 'sold'`)).rows
        .length,
    alerts: async () => (await listOpenAlerts(db)).map(({ kind }) => kind),
    // The clock stands still: those of one moment come by their amounts.
    refunds: () => db.select().from(refunds).orderBy(refunds.startedAt, refunds.amountCents),
    takeBack: (...positions: number[]) => refundOwnLines(paymentCtx, ordersOnSale, orderId, positions),
    give: (what: Parameters<typeof refundOrder>[3], isReleased = false) =>
      refundOrder(paymentCtx, ordersOnSale, orderId, what, { terms: { isReleased } }),
    pass: (ms: number) => ctx.setNow(after(ctx.now(), ms)),
    stage: (to: Parameters<typeof moveStage>[3], position?: number) =>
      transact(ctx, (work) => moveStage(work, ordersOnSale, orderId, to, { position })),
    reconcile: () => reconcileRefunds(paymentCtx, ordersOnSale),
  }
}

/** The requested refund. */
export const refundIdOf = (args: Awaited<ReturnType<typeof refundOrder>>) => {
  if (!args.ok || !args.refund) throw new Error(args.ok ? 'No refund' : args.why)
  return args.refund.id
}

/** The stages that a short-barreled rifle is moved through after its reservation, up to this one. */
export function stagesUpTo(stage: Stage): Stage[] {
  return stages.slice(1, stages.indexOf(stage) + 1)
}

const accepted = {
  is: 'accepted' as const,
  isConfirmed: true,
  at: '2026-11-20T12:00:00.000Z',
  feeCents: 5_000,
  hours: 'Mon to Fri',
}

/** The shop's day of the test clock. */
export const testDay = '2026-11-20'

/**
 * A paid reservation of a short-barreled rifle (line 0, $100 paid), and what opens or closes each of its gates. All are
 * open at first.
 */
export async function givenReservation(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const { db, orderId } = paid
  await db.transaction((tx) => addDealers(tx, ctx.now()))
  const [dealer] = await db.select().from(dealers).orderBy(dealers.key).limit(1)
  if (!dealer) throw new Error('No dealer')
  const { key } = dealer
  const change = (values: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(values).where(eq(orders.id, orderId))
  const gates: Record<GateName, { open: () => Promise<unknown>; close: () => Promise<unknown> }> = {
    review: {
      open: () => change({ buyerState: 'FL' }),
      close: () => change({ buyerState: 'MD' }), // reviewed there
    },
    agreement: {
      open: () => agree(ctx, orderId, 10_000),
      close: () => db.update(reservations).set({ acceptedAt: null, acceptedSentence: null }),
    },
    balance: {
      open: () => db.update(reservations).set({ priceCents: 10_000 }),
      close: () => db.update(reservations).set({ priceCents: 249_900 }),
    },
    dealer_accepted: {
      open: () => change({ dealerAnswer: accepted }),
      close: () => change({ dealerAnswer: { ...accepted, isConfirmed: false } }),
    },
    dealer_papers: {
      open: () => completeFile(ctx, key),
      close: () => db.delete(dealerFiles),
    },
  }
  await change({ dealerName: dealer.name, dealerCity: dealer.city, dealerState: 'FL', dealerKey: key })
  for (const gate of Object.values(gates)) await gate.open()
  return {
    ...paid,
    gates,
    /** Moves it on; to its dealer with a parcel of UPS unless another one is given. */
    move: (to: Move['to'], more: Partial<Move> = {}) =>
      transact(ctx, (work) =>
        moveReservation(work, lifeCtx, { orderId, position: 0, to, by: 'sam', ...shipment, ...more }),
      ),
    stageNow: async () => (await paid.order())?.lines[0]?.stage,
  }
}

const shipment = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const

const lifeCtx = { sellables: ordersOnSale, timeZone: shopZone }

async function agree({ db, now }: TestContext, orderId: string, priceCents: number) {
  const accepted = { acceptedAt: now(), acceptedSentence: 'I accept.' }
  const terms = {
    orderId,
    position: 0,
    variant: 'Black, 10.3 in',
    includes: 'Case and patch',
    priceCents,
    agreementVersion: '2026-11',
    sentAt: now(),
    sentBy: 'sam',
    ...accepted,
  }
  await db
    .insert(reservations)
    .values(terms)
    .onConflictDoUpdate({ target: [reservations.orderId, reservations.position], set: accepted })
}

/** What a dealer's file says who may receive an NFA item. */
export const dealerChecks = {
  licenseExpiresOn: '2028-03-01',
  ezCheckedOn: testDay,
  specialTaxClass: '3',
  specialTaxYearEnds: 2027,
  specialTaxCopyOn: testDay,
} as const

async function completeFile(ctx: TestContext, key: string) {
  await ctx.db.delete(dealerFiles)
  await transact(ctx, (work) =>
    saveDealerFile(work, key, dealerChecks, { by: 'sam', seen: 0, today: testDay }),
  )
}

/**
 * A reservation at `agreed`, of $2,499.00 with $100 paid, handed over in Miami-Dade: its balance is $2,399.00, and 7% of the
 * price is $174.93.
 */
export async function givenAgreed(ctx: TestContext) {
  const reserved = await givenReservation(ctx)
  const { db, orderId, paymentCtx } = reserved
  await reserved.gates.balance.close()
  await reserved.move('agreed')
  const ask = (more: Partial<BalanceRequest> = {}) =>
    transact(ctx, async (work) =>
      requestBalance(
        work,
        { orderId, position: 0, county: 'Miami-Dade', by: 'sam', ...more },
        await findPrices(ctx),
        shopZone,
      ),
    )
  const open = () => transact(ctx, (work) => openBalance(work, orderId, 0))
  const change = (reason = 'Asked for it on the phone') => ({ orderId, position: 0, by: 'sam', reason })
  return {
    ...reserved,
    ask,
    open,
    extend: (dueOn = '2026-12-20', reason?: string) =>
      transact(ctx, (work) => extendBalance(work, { ...change(reason), dueOn }, shopZone)),
    waive: (reason?: string) => transact(ctx, (work) => waiveBalance(work, change(reason))),
    withdraw: (reason?: string) => transact(ctx, (work) => withdrawBalance(work, change(reason))),
    retax: async () => {
      const prices = await findPrices(ctx)
      return transact(ctx, (work) => retaxBalances(work, orderId, prices))
    },
    balance: () => findBalance(db, orderId, 0),
    /** The buyer opens the balance and pays it with this card. */
    pay: async (card = 'sandbox_approve') => {
      const opened = await open()
      if (!opened.ok) return opened
      const form = reservationForm({ paymentToken: card })
      return payOrder(paymentCtx, ordersOnSale, opened.orderId, form)
    },
    balanceOrder: async () => {
      const found = await findBalance(db, orderId, 0)
      return found?.orderId ? findOrder(db, found.orderId) : undefined
    },
  }
}

/** Staff release a reservation whose balance was never paid. */
export function releaseUnpaid(ctx: TestContext, orderId: string) {
  const closing = { orderId, position: 0, by: 'sam', exit: 'unpaid', note: 'Never paid' } as const
  return transact(ctx, (work) => closeReservation(work, ordersOnSale, closing))
}

/** Packs whatever may go of an order, and sends it with what was packed before. */
export function sendGoods(ctx: AppContext, orderId: string, tracking = '', sellables = ordersOnSale) {
  return transact(ctx, async (work) => {
    const packed = await packParcel(work, sellables, orderId, { id: publicCode(16), by: 'sam' })
    if (!packed.ok && packed.why !== 'nothing_to_pack') return packed
    const waiting = (await listParcels(work.tx, orderId)).filter(({ sentAt }) => !sentAt)
    if (waiting.length === 0) return packed
    for (const { id } of waiting) {
      const sent = await takeStep(work, sellables, id, 'send', { carrier: 'other', tracking, by: 'sam' })
      if (!sent.ok) return sent
    }
    return { ok: true }
  })
}

/** What a balance of `givenAgreed` comes to, in cents. */
export const due = { amountCents: 239_900, taxCents: 17_493, totalCents: 257_393 }

export const orderJobList = jobsOfOrders(ordersOnSale)
const { run } = jobRunner(orderJobList)

/** A shop with an order paid by this card, and its next steps. */
export async function givenPayment(ctx: TestContext, paymentToken: SandboxToken | 'invoice') {
  const shop = {
    ...givenShop(ctx),
    ...(paymentToken === 'invoice' && {
      gateway: createManualGateway({ ...ctx, payTo: 'By wire', dueDays: 7, holdHours: 24 }),
    }),
  }
  await givenDrop(ctx.db, { theme: 'guerrilla', name: 'Guerrilla Vol. 1' })
  const { orderId } = await heldOrder(shop)
  const pay = (token: string) =>
    payOrder(shop, ordersOnSale, orderId, reservationForm({ paymentToken: token }))
  await pay(paymentToken)
  const [attempt] = await ctx.db.select().from(paymentAttempts)
  if (!attempt) throw new Error('Nothing was begun')

  const decide = async (verdict: 'captured' | 'declined') => {
    await shop.gateway.settleReview?.(attempt.id, verdict)
    await reconcileAttempt(shop, ordersOnSale, attempt)
  }
  /** Runs an email job twice, as a queue may. Returns the emails sent. */
  const mail = async (name: string) => {
    const before = shop.sent.length
    for (const _ of [1, 2]) await run(shop, name, { orderId, attemptId: attempt.id })
    return shop.sent.slice(before)
  }
  const pass = (ms: number) => ctx.setNow(after(ctx.now(), ms))
  const expire = () => expireHolds(shop, ordersOnSale)
  return { shop, orderId, attempt, pay, decide, mail, pass, expire }
}

/** A paid reservation of number 2, two hours ago, at a sandbox that can be acted at. */
export async function paidOrder(ctx: TestContext, paymentToken: SandboxToken = 'sandbox_approve') {
  const { shop: paymentCtx, orderId, attempt } = await givenPayment(ctx, paymentToken)
  ctx.setNow(after(ctx.now(), 2 * hour))
  const compare = () => compareWithGateway(paymentCtx, ordersOnSale)
  const accept = async () => {
    const [open] = await listOpenDifferences(ctx.db)
    const accepted = await transact(ctx, (work) => acceptDifference(work, ordersOnSale, open?.id ?? 0))
    return accepted.ok ? accepted.as : accepted.why
  }
  const sandbox = paymentCtx.gateway
  return { paymentCtx, sandbox, orderId, attemptId: attempt.id, compare, accept }
}

/** Builds are sold, and their balances. */
export const buildsOnSale = { build_slot: withBalance(buildSlot) } satisfies Sellables
const todayOf = (ctx: TestContext) => formatIsoDay(ctx.now(), shopZone)
/** What is built. */
export const chosen: Selection = {
  ...emptySelection('ar15'),
  parts: {
    lower: 'forged-lower',
    upper: 'upper-556',
    barrel: 'barrel-10-3',
    stock: 'sopmod-stock',
    handguard: 'quad-rail',
  },
  accessories: ['weapon-light'],
}
/** The terms that staff approve it with. */
export const buildTerms = {
  variant: 'Black, 10.3 in',
  includes: 'Case',
  priceCents: 289_900,
  leadWeeks: 8,
  validUntil: '2026-12-04',
  note: '',
}

type GivenBuild = { state?: string; email?: string; selection?: Selection }

/** A build of a buyer in this state, submitted with this email. */
export async function givenSubmittedBuild(
  ctx: TestContext,
  { state = 'FL', email = 'buyer@example.com', selection = chosen }: GivenBuild = {},
) {
  const [loaded] = await ctx.db.select({ id: platforms.id }).from(platforms).limit(1)
  if (!loaded) {
    await givenReference(ctx.db)
    await addBuilds(ctx.db, ctx.now())
  }
  const catalog = await readCatalog(ctx.db, ctx.now())
  const form = {
    formKey: crypto.randomUUID(),
    name: 'Jordan Buyer',
    email,
    phone: null,
    state,
    trust: undefined,
    shownCents: priceBuild(selection, catalog).totalCents,
  }
  const sent = await transact(ctx, (work) => submitBuild(work, catalog, selection, form))
  if (!sent.ok) throw new Error(sent.why)
  const submissionId = sent.id
  const whose = { submissionId, by: 'D. Sample' }
  return {
    submissionId,
    catalog,
    approve: (seen = 0, more: Partial<typeof buildTerms> = {}) =>
      transact(ctx, (work) =>
        decideBuild(
          work,
          catalog,
          { ...whose, seen, decision: 'approved', ...buildTerms, ...more },
          todayOf(ctx),
        ),
      ),
    decline: (seen = 0) =>
      transact(ctx, (work) =>
        decideBuild(work, catalog, { ...whose, seen, decision: 'declined', note: 'No.' }, todayOf(ctx)),
      ),
    hold: () => startLines(ctx, [{ kind: 'build_slot', ref: { submission: submissionId } }], buildsOnSale),
    sendAgreement: (orderId: string) =>
      transact(ctx, (work) =>
        sendBuildAgreement(work, { sellables: buildsOnSale, timeZone: shopZone }, orderId),
      ),
    decision: () => findDecision(ctx.db, submissionId),
  }
}

/** Its slot is reserved and the deposit paid: gives the order. */
export async function paidSlot(
  ctx: TestContext,
  build: Awaited<ReturnType<typeof givenSubmittedBuild>>,
): Promise<string> {
  const held = await build.hold()
  if (!held.ok) throw new Error(held.why)
  await payOrder(givenPaymentContext(ctx), buildsOnSale, held.orderId, reservationForm())
  return held.orderId
}
