import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { heldStock } from '#app/db/held-stock.server.ts'
import { statement } from '#app/db/statement.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { refuse } from '#app/kit/refusal.ts'
import { mayHold, releaseCard } from '../rules.ts'
import { smallBatchReleases as releases, smallBatchSlots as slots } from '../tables.ts'

const slotRef = z.object({ release: z.uuid(), number: z.number().int().min(1).max(50) })

/** A numbered slot of a release. */
export type SlotRef = z.infer<typeof slotRef>

const readBounds = statement<{ max: number | null; unpaidPerNetwork: number | null; run: number }>(
  () => sql`
    select ${releases.maxPerBuyer} as max, null::int as "unpaidPerNetwork", ${releases.totalUnits} as run
    from ${releases} where ${releases.id} = ${sql.placeholder('release')}`,
)

/** How orders sell a slot of a build window: a reservation against a refundable deposit. */
export const batchSlot = {
  kind: 'batch_slot',
  parseRef: (ref) => slotRef.parse(ref),
  topic: () => null,
  limit: {
    scope: ({ release }) => release,
    number: ({ number }) => number,
    bounds: ({ release }) => readBounds.bind({ release }),
  },

  async refusal({ tx, now }, { release: id, number }) {
    const [release] = await tx.select().from(releases).where(eq(releases.id, id))
    if (release?.state !== 'visible') return refuse('release_not_found')
    const verdict = mayHold(release, now)
    if (!verdict.ok) return verdict
    const [slot] = await tx
      .select()
      .from(slots)
      .where(sql`${slots.releaseId} = ${id} and ${slots.number} = ${number}`)
    if (!slot) return refuse('no_such_slot')
    const isOpen = slot.state === 'open' || (slot.heldUntil !== null && slot.heldUntil <= now)
    return { ...refuse('slot_taken'), isUnderLock: isOpen }
  },

  // The conditions repeat `mayHold` to save a query; a test compares the two.
  stock: (ref, now) => sql`
    select slot.release_id, slot.number,
      jsonb_build_object('release', slot.release_id, 'number', slot.number) as ref,
      'Build slot' as title,
      batch.name || ', slot ' || slot.number || ' of ' || batch.total_units as detail,
      1 as quantity,
      batch.deposit_cents as unit_cents,
      'ffl_transfer' as fulfillment,
      null::text as tax_class,
      null::timestamptz as refund_until,
      null::jsonb as magazine,
      batch.item_class as item_class,
      jsonb_build_object('model', batch.name, 'caliber', batch.caliber, 'barrel', batch.barrel, 'overall', '') as firearm,
      null::jsonb as plate,
      null::jsonb as flags,
      null::jsonb as variant
    from ${slots} slot join ${releases} batch on batch.id = slot.release_id
    where slot.release_id = (${ref} ->> 'release')::uuid and slot.number = (${ref} ->> 'number')::int
      and batch.state = 'visible' and batch.opens_at <= ${now} and batch.closes_at > ${now}
      and (slot.state = 'open' or (slot.state = 'held' and slot.held_until <= ${now}))
    for update of slot skip locked`,

  take: (from, found, orderId, until) => sql`
    update ${slots} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${slots.releaseId} = ${found}.release_id and ${slots.number} = ${found}.number`,

  ...heldStock({ table: slots, state: slots.state, stateName: 'state', sold: 'taken' }),

  release: (orderId, ref) => sql`
    update ${slots} set state = 'open', order_id = null, held_until = null
    where ${slots.orderId} = ${orderId}${
      ref
        ? sql` and ${slots.releaseId} = (${ref} ->> 'release')::uuid and ${slots.number} = (${ref} ->> 'number')::int`
        : sql``
    }`,

  async art(db, { release: id }) {
    const [release] = await db.select({ slug: releases.slug }).from(releases).where(eq(releases.id, id))
    if (!release) return undefined
    return {
      ...releaseCard(release.slug),
      theme: release.slug,
      page: { to: `/small-batch/${release.slug}`, label: 'See the release' },
    }
  },

  async offered(db, { unitCents }, { release: id }) {
    const [release] = await db.select().from(releases).where(eq(releases.id, id))
    if (!release) return undefined
    const { name, caliber, barrel, priceCents, details } = release
    return {
      variants: [{ name, caliber, barrel, finish: '', priceCents }],
      includes: details.join('; '),
      depositCents: unitCents,
      balance: 'before_agreement',
    }
  },
} satisfies Sellable<SlotRef>
