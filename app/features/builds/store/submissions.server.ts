import { and, desc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { after } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { judge } from '../../compliance/rules.ts'
import { findRulesFor } from '../../compliance/store/state-rules.server.ts'
import { type SubmissionInput, saveBuild, findSavedBuild } from '../store.server.ts'
import { describeFirearm, readBuild } from '../rules/checks.ts'
import { type Catalog, type Selection, removeMissingParts, buildCentsOf, finishIn } from '../rules.ts'
import { buildSubmissions, buildDecisions, buildSubmissions as slots } from '../tables.ts'
import { z } from 'zod'
import { heldStock, isHolding, without } from '#app/db/held-stock.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { finishWords } from '../words.ts'

/** Stored as what its parts make it in law. The same form sent twice is one submission. */
export async function submitBuild(
  work: UnitOfWork,
  catalog: Catalog,
  selection: Selection,
  form: SubmissionInput,
) {
  const { tx, now } = work
  const build = readBuild(selection, catalog)
  const { price, faults, itemClass } = build
  if (price.itemCount === 0) return refuse('nothing_chosen')
  if (removeMissingParts(selection, catalog).missing.length > 0) return refuse('part_missing')
  if (faults.length > 0) return { ...refuse('not_buildable'), faults }
  const { totalCents } = price
  if (form.shownCents !== totalCents) return refuse('price_changed')

  const rules = await findRulesFor(tx, [form.state])
  const verdict = judge({ itemClass, buyerState: form.state, dealerState: null }, rules, now)
  if (verdict.outcome === 'refused') return { ...refuse('refused_by_state'), verdict }

  const { name, email, phone, state } = form
  const buildCode = await saveBuild(work, selection, catalog)
  const onceKey = fingerprint(JSON.stringify([form, buildCode]))
  const [stored] = await tx
    .insert(buildSubmissions)
    .values({
      id: publicCode(),
      onceKey,
      buildCode,
      name,
      email,
      phone,
      state,
      itemClass,
      firearm: describeFirearm(build),
      totalCents,
      verdict: verdict.outcome,
      submittedAt: now,
    })
    .onConflictDoUpdate({ target: buildSubmissions.onceKey, set: { onceKey } })
    .returning({ id: buildSubmissions.id, isNew: sql<boolean>`xmax = 0` })
  if (!stored) throw new Error('The submission was neither inserted nor found')
  const { id, isNew } = stored
  if (isNew) await work.enqueue('mail-build-submitted', { submissionId: id })
  if (isNew) await work.enqueue('mail-build-to-staff', { submissionId: id })
  return { ok: true as const, id }
}

export async function findSubmission(db: Db, id: string) {
  const [found] = await db.select().from(buildSubmissions).where(eq(buildSubmissions.id, id))
  return found
}

export type BuildSubmission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

export function listSubmissions(db: Db, limit: number): Promise<BuildSubmission[]> {
  return db
    .select()
    .from(buildSubmissions)
    .orderBy(desc(buildSubmissions.submittedAt), desc(buildSubmissions.id))
    .limit(limit)
}

export function listSubmissionsOf(db: Db, email: string) {
  const { onceKey: _k, holdVersion: _v, ...shown } = getTableColumns(buildSubmissions)
  return db
    .select(shown)
    .from(buildSubmissions)
    .where(isFrom(email))
    .orderBy(desc(buildSubmissions.submittedAt))
}

/** Deletes what an address has submitted. Returns the count. */
export function deleteSubmissionsOf({ tx }: Pick<UnitOfWork, 'tx'>, email: string): Promise<number> {
  return deleteOpen(tx, isFrom(email))
}

/** Deletes submissions older than `keepMs`. Returns the count. */
export function deleteOldSubmissions({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  return deleteOpen(tx, lte(buildSubmissions.submittedAt, after(now, -keepMs)))
}

/** Those with an order are records, and stay as long as it. */
async function deleteOpen(tx: Db, which: SQL): Promise<number> {
  const gone = await tx
    .delete(buildSubmissions)
    .where(and(eq(buildSubmissions.slotState, 'open'), which))
    .returning({ id: buildSubmissions.id })
  return gone.length
}

function isFrom(email: string) {
  return sql`lower(${buildSubmissions.email}) = ${email.toLowerCase()}`
}

const slotRef = z.object({ submission: z.string().regex(/^[0-9A-Z]{10}$/) })

type SlotRef = z.infer<typeof slotRef>

export const buildSlot = {
  kind: 'build_slot',
  paidJob: 'send-build-agreement',
  parseRef: (ref) => slotRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { submission }) {
    const [found] = await tx.select().from(slots).where(eq(slots.id, submission))
    if (!found) return refuse('submission_not_found')
    if (found.slotState === 'taken') return refuse('slot_taken')
    if (await isDeclined(tx, submission)) return refuse('build_declined')
    return isHolding(found.heldUntil, now) ? refuse('slot_held') : undefined
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
      balance: 'before_agreement',
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
