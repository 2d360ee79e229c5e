import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { refuse } from '#app/kit/refusal.ts'
import type { Sellable } from '../../orders/sellable.ts'
import { dropTopic, mayHold } from '../rules.ts'
import { drops, dropUnits } from '../tables.ts'

const unitRef = z.object({
  slug: z.string().min(1).max(80),
  /** The chosen number; `null` takes the lowest one that is open. */
  number: z.number().int().min(1).max(200).nullable(),
})

/** A numbered unit of a drop, or the next open one. */
export type UnitRef = z.infer<typeof unitRef>

/** Open now: never held, or held by somebody whose time is over. */
const isOpen = (now: Date) =>
  sql`(${dropUnits.state} = 'open' or (${dropUnits.state} = 'held' and ${dropUnits.heldUntil} <= ${now}))`

/** The numbered drop unit, as the order path sells it: a reservation against a refundable deposit. */
export const dropUnit = {
  kind: 'drop_unit',
  parseRef: (ref) => unitRef.parse(ref),

  async quote({ tx, now }, ref) {
    const [found] = await tx
      .select({
        drop: drops,
        remaining: sql<number>`(select count(*)::int from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken')`,
        hasOpen: sql<boolean>`exists (select 1 from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${isOpen(now)})`,
      })
      .from(drops)
      .where(eq(drops.slug, ref.slug))
    if (!found) return refuse('drop_not_found')
    const { drop, remaining, hasOpen } = found
    const verdict = mayHold({ ...drop, remaining }, now)
    if (!verdict.ok) return verdict
    if (ref.number !== null && ref.number > drop.totalUnits) return refuse('no_such_unit')
    if (!hasOpen) return refuse('none_open')
    return {
      ok: true,
      title: drop.name,
      detail: ref.number === null ? 'Next open number' : unitDetail(ref.number, drop.totalUnits),
      unitCents: drop.depositPrice,
      itemClass: drop.itemClass,
    }
  },

  async hold({ tx, now, announce }, ref, orderId, until) {
    // One statement: a row that another buyer is claiming at this instant is skipped, not waited for.
    const { rows } = await tx.execute<{
      unitNumber: number
      total: number
      dropNumber: number
      dropName: string
      theme: string
    }>(sql`
      with chosen as (
        select ${dropUnits.dropId}, ${dropUnits.number}, ${drops.totalUnits} as total, ${drops.dropNumber} as "dropNumber",
          ${drops.name} as "dropName", ${drops.theme} as theme
        from ${dropUnits} join ${drops} on ${drops.id} = ${dropUnits.dropId}
        where ${drops.slug} = ${ref.slug} and ${isOpen(now)}
          and ${ref.number === null ? sql`true` : sql`${dropUnits.number} = ${ref.number}`}
        order by ${dropUnits.number} limit 1
        for update of ${dropUnits} skip locked
      )
      update ${dropUnits} set state = 'held', order_id = ${orderId}, held_until = ${until}
      from chosen
      where ${dropUnits.dropId} = chosen.drop_id and ${dropUnits.number} = chosen.number
      returning ${dropUnits.number} as "unitNumber", total, "dropNumber", "dropName", theme`)
    const [unit] = rows
    if (!unit) return refuse(ref.number === null ? 'none_open' : 'unit_taken')
    announce(dropTopic(ref.slug))
    return {
      ok: true,
      ref: { ...ref, number: unit.unitNumber },
      detail: unitDetail(unit.unitNumber, unit.total),
      plate: { ...unit, path: `/drops/${ref.slug}` },
    }
  },

  async extend({ tx }, _ref, orderId, until) {
    const extended = await tx
      .update(dropUnits)
      .set({ heldUntil: until ?? sql`'infinity'` })
      .where(and(eq(dropUnits.orderId, orderId), eq(dropUnits.state, 'held')))
      .returning({ number: dropUnits.number })
    return extended.length === 1
  },

  async fulfil({ tx, now, announce }, ref, orderId) {
    const taken = await tx
      .update(dropUnits)
      .set({ state: 'taken', heldUntil: null })
      .where(and(eq(dropUnits.orderId, orderId), eq(dropUnits.state, 'held')))
      .returning({ number: dropUnits.number })
    if (taken.length !== 1) throw new Error(`Order ${orderId} is paid but holds ${taken.length} units`)
    // Two buyers of the last two units may each see the other's still held: then the job finds it a minute later.
    await tx
      .update(drops)
      .set({ status: 'sold_out', soldOutAt: sql`coalesce(${drops.soldOutAt}, ${now})` })
      .where(
        and(
          eq(drops.slug, ref.slug),
          inArray(drops.status, ['coming_soon', 'live']),
          sql`not exists (select 1 from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken')`,
        ),
      )
    announce(dropTopic(ref.slug))
  },

  async release({ tx, announce }, ref, orderId) {
    await tx
      .update(dropUnits)
      .set({ state: 'open', orderId: null, heldUntil: null })
      .where(eq(dropUnits.orderId, orderId))
    announce(dropTopic(ref.slug))
  },
} satisfies Sellable<UnitRef>

/** Every reason for which a unit is not held. */
export type UnitRefusal = Extract<
  Awaited<ReturnType<typeof dropUnit.quote | typeof dropUnit.hold>>,
  { ok: false }
>['why']

function unitDetail(number: number, total: number): string {
  return `Number ${number} of ${total}`
}
