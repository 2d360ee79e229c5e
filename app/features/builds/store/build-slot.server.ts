import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { buildCentsOf } from '../rules/decision.ts'
import { finishIn } from '../rules/finishes.ts'
import { buildDecisions, buildSubmissions as slots } from '../tables.ts'
import { finishWords } from '../words.ts'
import { findSavedBuild } from './saved-builds.server.ts'

const slotRef = z.object({ submission: z.string().regex(/^[0-9A-Z]{10}$/) })

export type SlotRef = z.infer<typeof slotRef>

export const buildSlot = {
  kind: 'build_slot',
  paidJob: 'agree-build',
  parseRef: (ref) => slotRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { submission }) {
    const [found] = await tx.select().from(slots).where(eq(slots.id, submission))
    if (!found) return refuse('submission_not_found')
    if (found.slotState === 'taken') return refuse('slot_taken')
    if (await isDeclined(tx, submission)) return refuse('build_declined')
    return found.heldUntil && found.heldUntil > now ? refuse('slot_held') : undefined
  },

  stock: (ref, now) => sql`
    select slot.id,
      jsonb_build_object('submission', slot.id) as ref,
      'Build slot' as title,
      'for build ' || slot.build_code as detail,
      1 as quantity,
      slot.slot_cents as unit_cents,
      'ffl_transfer' as fulfillment,
      slot.item_class as item_class,
      slot.firearm as firearm,
      ${without('tax_class', 'refund_until', 'magazine', 'plate', 'flags', 'variant')}
    from ${slots} slot
    where slot.id = ${ref} ->> 'submission'
      and not exists (
        select from ${buildDecisions} decided where decided.submission_id = slot.id and decided.decision = 'declined'
      )
      and (slot.slot_state = 'open' or (slot.slot_state = 'held' and slot.held_until <= ${now}))
    for update of slot skip locked`,

  take: (from, found, orderId, until) => sql`
    update ${slots} set slot_state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${slots.id} = ${found}.id`,

  ...heldStock({ table: slots, state: slots.slotState, stateName: 'slot_state', sold: 'taken' }),

  release: (orderId, ref) => sql`
    update ${slots} set slot_state = 'open', order_id = null, held_until = null
    where ${slots.orderId} = ${orderId}${ref ? sql` and ${slots.id} = ${ref} ->> 'submission'` : sql``}`,

  async art(db, { submission }) {
    const [found] = await db.select({ code: slots.buildCode }).from(slots).where(eq(slots.id, submission))
    if (!found) return undefined
    return {
      src: `/art/builds/build-${found.code.toLowerCase()}.svg`,
      width: 640,
      height: 267,
      theme: 'noir',
      page: { to: `/builds/${found.code}`, label: `See build ${found.code}` },
    }
  },

  async offered(db, { unitCents }, { submission }) {
    const [found] = await db
      .select()
      .from(slots)
      .leftJoin(buildDecisions, eq(buildDecisions.submissionId, slots.id))
      .where(eq(slots.id, submission))
    if (!found) return undefined
    const { build_submissions: build, build_decisions: decided } = found
    const saved = await findSavedBuild(db, build.buildCode)
    const { model, caliber, barrel } = build.firearm
    // Staff may have fixed it before the deposit.
    const isFixed = decided?.decision === 'approved' && decided.variant !== null
    return {
      variants: [
        {
          name: (isFixed ? decided.variant : model) ?? '',
          caliber: isFixed ? '' : caliber,
          barrel: isFixed ? '' : barrel,
          finish: saved && !isFixed ? finishWords.fact(finishIn(saved.selection)) : '',
          priceCents: (isFixed ? decided.priceCents : null) ?? buildCentsOf(build, saved),
        },
      ],
      includes:
        (isFixed ? decided.includes : null) ??
        `All parts of build ${build.buildCode}${saved?.selection.isSuppressorOptimized ? ', suppressor-optimized' : ''}`,
      depositCents: unitCents,
      balance: isFixed && decided.acceptedAt ? 'agreed' : 'before_agreement',
    }
  },
} satisfies Sellable<SlotRef>

async function isDeclined(tx: Db, submission: string): Promise<boolean> {
  return (
    (await tx.$count(
      buildDecisions,
      and(eq(buildDecisions.submissionId, submission), eq(buildDecisions.decision, 'declined')),
    )) > 0
  )
}
