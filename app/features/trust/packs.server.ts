import { and, asc, eq, getTableColumns, inArray, isNotNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { type AppContext, type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { type ItemClass, itemClasses } from '#app/features/compliance/rules.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { isFormFiled } from '#app/features/orders/refunds.ts'
import { isPaid, stages } from '#app/features/orders/rules.ts'
import type { EnclosedLine, Enclosure, Sellable } from '#app/features/orders/sellable.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { hasReservation, type OrderView, paidAtOf } from '#app/features/orders/store/read.server.ts'
import { gone, notFound } from '#app/http/errors.ts'
import { after, day } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { CartGood } from '../cart/rules.ts'
import { notLegalAdvice } from './data/trust.ts'
import { cartPackId, concernsTrust, packAlone, type PackFile, type TrustPackage } from './rules.ts'
import { trustDownloads as downloads, trustPackages, trustPacks as packs } from './tables.ts'
import { type Answers, readAnswers } from './worksheet.ts'

type OwnPack = NonNullable<Awaited<ReturnType<typeof findPack>>>

/** A free pack that was downloaded stays. Until then it is open while the form of a firearm of its order is filed, and ends with the last. */
const isUnused = sql`(${packs.isFree} and not exists (select 1 from ${downloads} where ${downloads.packId} = ${packs.id}))`
const ofTrust = itemClasses.filter(concernsTrust)
const isClosed = sql`(${isUnused} and not ${hasReservation(packs.orderId, ofTrust, stages.filter(isFormFiled))})`
const hasEnded = sql`(${isUnused} and not ${hasReservation(packs.orderId, ofTrust, stages)})`

export async function packNotFound(db: Db, orderId: string) {
  const link = { to: `/orders/${orderId}`, label: 'Back to the order' }
  if ((await db.$count(packs, and(eq(packs.orderId, orderId), eq(packs.state, 'taken'), hasEnded))) > 0)
    return gone('This trust pack is no longer available', {
      text: 'It came free with a reservation that was refunded before anything was downloaded.',
      link,
    })
  return notFound('No trust pack here', { text: 'This order has no trust pack, or it was refunded.', link })
}

export async function findPack(db: Db, orderId: string) {
  const [pack] = await db
    .select()
    .from(packs)
    .where(and(eq(packs.orderId, orderId), eq(packs.state, 'taken'), not(isClosed)))
    .orderBy(asc(packs.createdAt), asc(packs.id))
    .limit(1)
  if (!pack) return undefined
  const { id, isFree, answers, answersAt: savedAt } = pack
  const files = await db
    .select({ file: downloads.file })
    .from(downloads)
    .where(eq(downloads.packId, id))
    .orderBy(asc(downloads.firstAt))
  return {
    id,
    isFree,
    answers: readAnswers(answers) ?? {},
    savedAt,
    downloaded: files.map(({ file }) => file),
  }
}

type Now = Pick<UnitOfWork, 'tx' | 'now'>

export async function saveAnswers({ tx, now }: Now, packId: string, answers: Answers): Promise<void> {
  await tx
    .update(packs)
    .set({ answers, answersAt: now })
    .where(and(eq(packs.id, packId), eq(packs.state, 'taken')))
}

export async function deleteAnswers({ tx }: Pick<Now, 'tx'>, packId: string): Promise<void> {
  await emptyWorksheets(tx, eq(packs.id, packId))
}

async function emptyWorksheets(tx: Db, which: SQL | undefined): Promise<number> {
  const emptied = await tx
    .update(packs)
    .set({ answers: null, answersAt: null })
    .where(and(which, isNotNull(packs.answers)))
    .returning({ id: packs.id })
  return emptied.length
}

export function listWorksheetsOf(db: Db, orderIds: readonly string[]) {
  const { orderId, answers, answersAt } = packs
  return db
    .select({ orderId, answers, answersAt })
    .from(packs)
    .where(and(inArray(packs.orderId, [...orderIds]), isNotNull(packs.answers)))
    .orderBy(asc(packs.answersAt))
}

export function deleteWorksheetsOf({ tx }: Pick<Now, 'tx'>, orderIds: readonly string[]): Promise<number> {
  return emptyWorksheets(tx, inArray(packs.orderId, [...orderIds]))
}

export async function deleteOldWorksheets({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const isOld = lte(packs.answersAt, after(now, -keepMs))
  const emptied = await emptyWorksheets(tx, or(isOld, and(eq(packs.state, 'taken'), hasEnded)))
  await tx.delete(packs).where(and(eq(packs.state, 'void'), lte(packs.createdAt, after(now, -day))))
  return emptied
}

export async function countDownload({ tx, now }: Now, packId: string, file: PackFile) {
  await tx
    .insert(downloads)
    .values({ packId, file, times: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [downloads.packId, downloads.file],
      set: { times: sql`${downloads.times} + 1`, lastAt: now },
    })
}

/** As a purchase asks for it, and as its line has it. */
const packRef = z.object({
  pack: z
    .string()
    .regex(/^[0-9A-Z]{10,32}$/)
    .optional(),
})

export function packIdOf(ref: unknown): string | undefined {
  return packRef.safeParse(ref).data?.pack
}

/** What is bought is unlimited: an order makes its own row. */
export const trustPack = {
  kind: 'trust_pack',
  parseRef: (ref) => packRef.parse(ref),
  topic: () => null,

  refusal: async ({ tx, now }) =>
    packAlone(await listTrustPackages(tx, now)) ? undefined : refuse('pack_not_sold'),

  stock: (_ref, now) => sql`
    select named.id,
      jsonb_build_object('pack', named.id) as ref,
      'Trust pack' as title,
      offer.name as detail,
      1 as quantity,
      offer.price_cents as unit_cents,
      'digital' as fulfillment,
      ${without('tax_class', 'item_class', 'refund_until', 'magazine', 'plate', 'firearm', 'flags', 'variant')}
    from (
      select name, ${priceAtSql('trust_package', sql`slug`, sql`price_cents`, now)} as price_cents from ${trustPackages}
      where state = 'visible' and besides is null
      order by 2, slug limit 1
    ) offer
    cross join lateral (select upper(replace(gen_random_uuid()::text, '-', '')) as id) named`,

  take: (from, found, orderId, until) => sql`
    insert into ${packs} (id, state, order_id, held_until, hold_version)
    select ${found}.id, 'held', ${orderId}, ${until}, 1 from ${from}`,

  ...heldStock({ table: packs, state: packs.state, stateName: 'state', sold: 'taken' }),

  release: (orderId, ref) => sql`
    update ${packs} set order_id = null, held_until = null, answers = null, answers_at = null, state = 'void'
    where ${packs.orderId} = ${orderId} and not ${packs.isFree}
      ${ref === undefined ? sql`` : sql`and ${packs.id} = ${ref} ->> 'pack'`}`,

  page: (orderId) => ({ to: `/orders/${orderId}/trust`, label: 'Worksheet and documents' }),
  // Not once a free pack has ended with its reservation.
  hasPage: async (db, orderId) => (await findPack(db, orderId)) !== undefined,
} satisfies Sellable<z.output<typeof packRef>>

export function withFreePack<Of extends { kind: SellableKind }>(sellable: Of) {
  const what = sellable.kind === 'drop_unit' ? 'number' : 'build'
  const words = `A trust pack comes free with your ${what}, once your transfer form is filed.`
  const comesWith = (itemClass: ItemClass | null) =>
    concernsTrust(itemClass) ? { words, from: '/trust' } : null
  const enclosure = { isEarned: earnsFreePack, section: freePackSection }
  return { ...sellable, enclosure, page: freePackPage, hasPage: hasFreePack, comesWith }
}

function freePackSection(orderId: string, lines: readonly EnclosedLine[]): Enclosure | undefined {
  const earning = lines.filter(({ itemClass }) => concernsTrust(itemClass))
  if (earning.length === 0) return undefined
  const isFiled = earning.some(({ stage }) => isFormFiled(stage))
  return {
    title: 'Your free trust pack',
    text: 'Your reservation comes with a trust pack: an editable template for your state, a guided worksheet, guides and a checklist.',
    rows: [],
    how: isFiled
      ? 'It is open now. If the reservation is refunded before anything was downloaded, it closes.'
      : 'It opens once your transfer form, Form 3, is filed. We email you then.',
    go: {
      label: isFiled ? 'Open your trust pack' : 'About your trust pack',
      path: `/orders/${orderId}/trust`,
    },
    notes: ['You don’t need a trust: an individual can own the firearm too.', notLegalAdvice],
  }
}

type Stage = EnclosedLine['stage']

function freePackPage(orderId: string, _ref: unknown, itemClass: string | null, stage: Stage) {
  if (!concernsTrust(itemClass)) return null
  const label = isFormFiled(stage) ? 'Free trust pack' : 'Free trust pack, once your form is filed'
  return { to: `/orders/${orderId}/trust`, label }
}

const freePackOf = statement<{ has: boolean }>(
  () => sql`
    select exists (select from ${packs} where ${packs.isFree} and ${packs.orderId} = ${value('orderId')}) or ${earnsSql(sql`${value('orderId')}`)} as has`,
)

async function hasFreePack(db: Db, orderId: string): Promise<boolean> {
  const [row] = await freePackOf(db, { orderId })
  return row?.has ?? false
}

export const packGood: CartGood = {
  ref: () => ({ package: 'trust-only' }),
  idOf: () => cartPackId,
  freeWith: (itemClass) => (concernsTrust(itemClass) ? freeWithNumber : undefined),
  async describe(db, id, now) {
    const alone = id === cartPackId ? packAlone(await listTrustPackages(db, now)) : undefined
    if (!alone) return undefined
    return {
      title: 'Trust pack',
      detail: 'Digital download',
      unitCents: alone.priceCents,
      left: null,
      maxPerOrder: 1,
      picture: null,
      path: '/trust',
      isParcel: false,
    }
  },
}

/** The pack of an order. The free one, one for all of its firearms, is there from the filed form on. */
export async function openPack(
  ctx: AppContext,
  order: Pick<OrderView, 'id' | 'state' | 'lines'>,
): Promise<OwnPack | undefined> {
  const { id } = order
  const found = await findPack(ctx.db, id)
  if (found || earning(order) !== 'earned' || !(await earnsFreePack(ctx.db, id))) return found
  await transact(ctx, ({ tx }) =>
    tx.insert(packs).values({ id, orderId: id, state: 'taken', isFree: true }).onConflictDoNothing(),
  )
  return findPack(ctx.db, id)
}

/** Whether an order has earned a free pack, or will once the form of its firearm is filed. */
export function earning({ state, lines }: Pick<OrderView, 'state' | 'lines'>) {
  const firearms = lines.filter((line) => activeStage(line) && concernsTrust(line.itemClass))
  if (!isPaid(state) || firearms.length === 0) return undefined
  return firearms.some(({ stage }) => isFormFiled(stage)) ? ('earned' as const) : ('awaited' as const)
}

export function listTrustPackages(db: Db, now: Date): Promise<TrustPackage[]> {
  const { position, state: _s, revision: _r, ...shown } = getTableColumns(trustPackages)
  const { slug, priceCents } = shown
  return db
    .select({ ...shown, priceCents: priceAtSql('trust_package', slug, priceCents, now) })
    .from(trustPackages)
    .where(and(isVisible, sql`not ${isOff}`))
    .orderBy(asc(position), asc(slug))
}

/** Whether a firearm of an order earns a free pack: while packs are sold, or if the order was paid before they were not. */
export async function earnsFreePack(db: Db, orderId: string): Promise<boolean> {
  const [row] = await earnsPack(db, { orderId })
  return row?.earns ?? false
}

const earnsPack = statement<{ earns: boolean }>(
  () => sql`select ${earnsSql(sql`${value('orderId')}`)} as earns`,
)

const earnsSql = (orderId: SQL) => sql`exists (select from ${trustPackages} where ${isVisible})
  and not exists (
    select from ${shopFacts} where ${isOff}
      and ${paidAtOf(orderId)} >= ${shopFacts.changedAt})`

const isVisible = eq(trustPackages.state, 'visible')
const isOff = sql`exists (select from ${shopFacts} where 'trust' = any(${shopFacts.sectionsOff}))`

export const trustPackageRows = revisedRows(trustPackages, 'slug')

const freeWithNumber = 'Free with your number'
