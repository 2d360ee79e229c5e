import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { heldStock } from '#app/db/held-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { buildSubmissions as slots } from '../tables.ts'

const slotRef = z.object({ submission: z.string().regex(/^[0-9A-Z]{10}$/) })

/** The slot of a submitted build. */
export type SlotRef = z.infer<typeof slotRef>

/** The sellable slot of a submitted build: refundable, one for each submission. */
export const buildSlot = {
  kind: 'build_slot',
  parseRef: (ref) => slotRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { submission }) {
    const [found] = await tx.select().from(slots).where(eq(slots.id, submission))
    if (!found) return refuse('submission_not_found')
    if (found.slotState === 'taken') return refuse('slot_taken')
    return found.heldUntil && found.heldUntil > now ? refuse('slot_held') : undefined
  },

  stock: (ref, now) => sql`
    select slot.id,
      jsonb_build_object('submission', slot.id) as ref,
      'Build slot' as title,
      'For build ' || slot.build_code as detail,
      1 as quantity,
      slot.slot_cents as unit_cents,
      'ffl_transfer' as fulfillment,
      null::text as tax_class,
      null::timestamptz as refund_until,
      null::jsonb as magazine,
      'sbr' as item_class,
      null::jsonb as plate
    from ${slots} slot
    where slot.id = ${ref} ->> 'submission'
      and (slot.slot_state = 'open' or (slot.slot_state = 'held' and slot.held_until <= ${now}))
    for update of slot skip locked`,

  take: (from, found, orderId, until) => sql`
    update ${slots} set slot_state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${slots.id} = ${found}.id`,

  ...heldStock({ table: slots, state: slots.slotState, stateName: 'slot_state', sold: 'taken' }),

  release: (orderId, ref) => sql`
    update ${slots} set slot_state = 'open', order_id = null, held_until = null
    where ${slots.orderId} = ${orderId}${ref ? sql` and ${slots.id} = ${ref} ->> 'submission'` : sql``}`,
} satisfies Sellable<SlotRef>
