// A build that somebody has submitted, and what staff and its sender do about it.
import { transact } from '#app/db/work.server.ts'
import { emptySelection, priceBuild, type Selection } from '#app/features/builds/rules.ts'
import {
  agreePaidBuild,
  acceptBuild,
  decideBuild,
  findDecision,
  turnDownBuild,
} from '#app/features/builds/store/decisions.server.ts'
import { buildSlot } from '#app/features/builds/store/build-slot.server.ts'
import { readCatalog } from '#app/features/builds/store.server.ts'
import { submitBuild } from '#app/features/builds/store/submissions.server.ts'
import { platforms } from '#app/features/builds/tables.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { withBalance } from '#app/features/reservations/store/balance-end.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { addBuilds } from '#db/sample/builds.ts'
import { shopZone } from './moment.ts'
import { givenReference } from './reference.ts'
import type { TestContext } from './db.ts'
import { givenPaymentContext, reservationForm, startLines } from './shop.ts'

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
export const terms = {
  variant: 'Black, 10.3 in',
  includes: 'Case',
  priceCents: 289_900,
  leadWeeks: 8,
  validUntil: '2026-12-04',
  note: '',
}

type Given = { state?: string; email?: string; selection?: Selection }

/** A build of a buyer in this state, submitted with this email. */
export async function givenSubmittedBuild(
  ctx: TestContext,
  { state = 'FL', email = 'buyer@example.com', selection = chosen }: Given = {},
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
    approve: (seen = 0, more: Partial<typeof terms> = {}) =>
      transact(ctx, (work) =>
        decideBuild(work, catalog, { ...whose, seen, decision: 'approved', ...terms, ...more }, todayOf(ctx)),
      ),
    decline: (seen = 0) =>
      transact(ctx, (work) =>
        decideBuild(work, catalog, { ...whose, seen, decision: 'declined', note: 'No.' }, todayOf(ctx)),
      ),
    accept: (seen = 1) =>
      transact(ctx, (work) =>
        acceptBuild(work, { submissionId, seen, sentence: 'Yes.', transferee: 'trust' }, todayOf(ctx)),
      ),
    turnDown: (seen = 1) => transact(ctx, (work) => turnDownBuild(work, submissionId, seen, todayOf(ctx))),
    hold: () => startLines(ctx, [{ kind: 'build_slot', ref: { submission: submissionId } }], buildsOnSale),
    agree: (orderId: string) =>
      transact(ctx, (work) => agreePaidBuild(work, { sellables: buildsOnSale, timeZone: shopZone }, orderId)),
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
