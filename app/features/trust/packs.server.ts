import { eq, sql, and, asc, ne, type SQL, inArray, isNotNull, lte, not, or } from 'drizzle-orm'
import { z } from 'zod'
import { notLegalAdvice } from './data/trust.ts'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import { hashSecret, publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { CartGood } from '../cart/rules.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { isFormFiled } from '#app/features/orders/refunds.ts'
import type { EnclosedLine, Sellable, Enclosure } from '#app/features/orders/sellable.ts'
import { isReservationActive, isReservationFiled, paidAtOf } from '#app/features/orders/store/read.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import {
  packAlone,
  cartPackId,
  concernsTrust,
  packageKinds,
  type PackState,
  type TrustPackage,
  type PackFile,
} from './rules.ts'
import { type Answers, readAnswers } from './worksheet.ts'
import { trustDownloads as downloads, trustPackages, trustPacks as packs } from './tables.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { gone, notFound } from '#app/http/not-found.ts'
import { after, day } from '#app/kit/clock.ts'

type OwnPack = {
  id: string
  answers: Answers
  savedAt: Date | null
  downloaded: PackFile[]
}

/** A free pack without a download ends with its reservation. */
const hasEnded = sql`(${packs.earnedOrder} is not null
  and not ${isReservationActive(sql`${packs.earnedOrder}`, sql`${packs.earnedPosition}`)}
  and not exists (select 1 from ${downloads} where ${downloads.packId} = ${packs.id}))`

export async function packNotFound(db: Db, orderId: string) {
  const link = { to: `/orders/${orderId}`, label: 'Back to the order' }
  if ((await db.$count(packs, and(eq(packs.orderId, orderId), eq(packs.state, 'taken'), hasEnded))) > 0)
    return gone('This trust pack is no longer available', {
      text: 'It came free with a reservation that was refunded before anything was downloaded.',
      link,
    })
  return notFound('No trust pack here', { text: 'This order has no trust pack, or it was refunded.', link })
}

export async function findPack(db: Db, orderId: string): Promise<OwnPack | undefined> {
  const [pack] = await db
    .select()
    .from(packs)
    .where(and(eq(packs.orderId, orderId), eq(packs.state, 'taken'), not(hasEnded)))
    .orderBy(asc(packs.createdAt), asc(packs.id))
    .limit(1)
  if (!pack) return undefined
  const files = await db
    .select({ file: downloads.file })
    .from(downloads)
    .where(eq(downloads.packId, pack.id))
    .orderBy(asc(downloads.firstAt))
  return {
    id: pack.id,
    answers: readAnswers(pack.answers) ?? {},
    savedAt: pack.answersAt,
    downloaded: files.map(({ file }) => file),
  }
}

export async function saveAnswers(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  packId: string,
  answers: Answers,
): Promise<void> {
  await tx
    .update(packs)
    .set({ answers, answersAt: now })
    .where(and(eq(packs.id, packId), eq(packs.state, 'taken')))
}

export async function deleteAnswers({ tx }: Pick<UnitOfWork, 'tx'>, packId: string): Promise<void> {
  await tx.update(packs).set({ answers: null, answersAt: null }).where(eq(packs.id, packId))
}

export function listWorksheetsOf(db: Db, orderIds: readonly string[]) {
  const { orderId, answers, answersAt } = packs
  return db
    .select({ orderId, answers, answersAt })
    .from(packs)
    .where(and(inArray(packs.orderId, [...orderIds]), isNotNull(packs.answers)))
    .orderBy(asc(packs.answersAt))
}

export async function deleteWorksheetsOf({ tx }: Pick<UnitOfWork, 'tx'>, orderIds: readonly string[]) {
  const emptied = await tx
    .update(packs)
    .set({ answers: null, answersAt: null })
    .where(and(inArray(packs.orderId, [...orderIds]), isNotNull(packs.answers)))
    .returning({ id: packs.id })
  return emptied.length
}

export async function countDownload(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  packId: string,
  file: PackFile,
) {
  await tx
    .insert(downloads)
    .values({ packId, file, times: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [downloads.packId, downloads.file],
      set: { times: sql`${downloads.times} + 1`, lastAt: now },
    })
}

export async function deleteOldWorksheets({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const emptied = await tx
    .update(packs)
    .set({ answers: null, answersAt: null })
    .where(
      and(
        isNotNull(packs.answers),
        or(lte(packs.answersAt, after(now, -keepMs)), and(eq(packs.state, 'taken'), hasEnded)),
      ),
    )
    .returning({ id: packs.id })
  await tx
    .delete(packs)
    .where(
      and(eq(packs.state, 'void'), eq(packs.package, 'trust-only'), lte(packs.createdAt, after(now, -day))),
    )
  return emptied.length
}

const id = z.string().regex(/^[0-9A-Z]{10,32}$/)

const requestedRef = z.discriminatedUnion('package', [
  z.object({ package: z.literal('trust-only') }),
  z
    .object({ package: z.literal('free'), code: z.string().max(60) })
    .transform(({ code }) => ({ package: 'free' as const, codeHash: hashSecret(normalizeCode(code)) })),
])
const orderedRef = z.object({ package: z.enum(packageKinds), pack: id })

export function packIdOf(ref: unknown): string | undefined {
  return orderedRef.safeParse(ref).data?.pack
}

/** Bought it is unlimited. By a code there is one row, which one order at a time can hold; a code is void once its reservation is refunded. */
export const trustPack = {
  kind: 'trust_pack',
  parseRef: (ref) => z.union([orderedRef, requestedRef]).parse(ref),
  topic: () => null,

  async refusal({ tx, now }, ref) {
    const isFree = 'codeHash' in ref
    const offers = await (isFree ? listMadePackages : listTrustPackages)(tx, now)
    if (!packAlone(offers)) return refuse('pack_not_sold')
    if (!isFree) return undefined
    const [granted] = await tx
      .select({
        state: packs.state,
        heldUntil: packs.heldUntil,
        isActive: sql<boolean>`${packs.earnedOrder} is null or ${isReservationActive(sql`${packs.earnedOrder}`, sql`${packs.earnedPosition}`)}`,
        isEarned: sql<boolean>`${packs.earnedOrder} is null or ${isReservationFiled(sql`${packs.earnedOrder}`, sql`${packs.earnedPosition}`)}`,
      })
      .from(packs)
      .where(eq(packs.codeHash, ref.codeHash))
    if (!granted) return refuse('code_unknown')
    if (granted.state === 'taken') return refuse('code_used')
    if (granted.state === 'void' || !granted.isActive) return refuse('code_void')
    if (!granted.isEarned) return refuse('code_early')
    return granted.heldUntil && granted.heldUntil > now ? refuse('code_held') : undefined
  },

  stock: (ref, now) => sql`
    select requested.package, named.id,
      jsonb_build_object('package', requested.package, 'pack', named.id) as ref,
      'Trust pack' as title,
      case requested.package when 'free' then 'With your reserved firearm' else offer.name end as detail,
      1 as quantity,
      case requested.package when 'free' then 0 else offer.price_cents end as unit_cents,
      'digital' as fulfillment,
      ${without('tax_class', 'item_class', 'refund_until', 'magazine', 'plate', 'firearm', 'flags', 'variant')}
    from (select ${ref} ->> 'package' as package) requested
    join lateral (
      select name, ${priceAtSql('trust_package', sql`slug`, sql`price_cents`, now)} as price_cents from ${trustPackages}
      where state = 'visible' and besides is null
      order by 2, slug limit 1
    ) offer on true
    left join lateral (
      select pack.id from ${packs} pack
      where pack.code_hash = ${ref} ->> 'codeHash'
        and (pack.state = 'open' or (pack.state = 'held' and pack.held_until <= ${now}))
        and (pack.earned_order is null or ${isReservationFiled(sql`pack.earned_order`, sql`pack.earned_position`)})
      for update of pack skip locked
    ) granted on true
    cross join lateral (
      select coalesce(granted.id, upper(replace(gen_random_uuid()::text, '-', ''))) as id
    ) named
    where requested.package = 'trust-only' or granted.id is not null`,

  take: (from, found, orderId, until) => sql`
    insert into ${packs} (id, package, state, order_id, held_until, hold_version)
    select ${found}.id, ${found}.package, 'held', ${orderId}, ${until}, 1 from ${from}
    on conflict (id) do update
    set state = 'held', order_id = excluded.order_id, held_until = excluded.held_until, hold_version = 1`,

  ...heldStock({ table: packs, state: packs.state, stateName: 'state', sold: 'taken' }),

  // A code without a download can be used again. The answers are deleted.
  release: (orderId, ref) => sql`
    update ${packs} set order_id = null, held_until = null, answers = null, answers_at = null,
      state = case
        when ${packs.codeHash} is not null
          and not exists (select 1 from ${downloads} where ${downloads.packId} = ${packs.id}) then 'open'
        else 'void' end
    where ${packs.orderId} = ${orderId}
      ${ref === undefined ? sql`` : sql`and ${packs.id} = ${ref} ->> 'pack'`}`,

  page: (orderId) => ({ to: `/orders/${orderId}/trust`, label: 'Worksheet and documents' }),
  // Not once a free pack has ended with its reservation.
  hasPage: async (db, orderId) => (await findPack(db, orderId)) !== undefined,
} satisfies Sellable<z.output<typeof requestedRef> | z.output<typeof orderedRef>>

export function withFreePack<Of extends { kind: SellableKind }>(sellable: Of) {
  const what = sellable.kind === 'drop_unit' ? 'number' : 'build'
  const words = `A trust pack comes free with your ${what}, once your transfer form is filed.`
  const comesWith = (itemClass: ItemClass | null) =>
    concernsTrust(itemClass) ? { words, from: '/trust' } : null
  return { ...sellable, enclose: encloseCodes, page: freePackPage, hasPage: hasFreePack, comesWith }
}

/** Codes are signed, not stored, so every call returns the same ones. */
const encloseCodes: NonNullable<Sellable['enclose']> = async (work, certify, orderId, lines) => {
  const earning = lines.filter(({ itemClass }) => concernsTrust(itemClass))
  if (earning.length === 0 || !(await earnsFreePack(work.tx, orderId))) return undefined
  const positions = earning.filter(({ stage }) => isFormFiled(stage)).map(({ position }) => position)
  if (positions.length === 0) return promisedPackEnclosure(orderId, earning.length)
  return freePackEnclosure(await grantFreePacks(work, certify, orderId, positions))
}

function freePackPage(
  orderId: string,
  _ref: unknown,
  itemClass: string | null,
  stage: EnclosedLine['stage'],
) {
  if (!concernsTrust(itemClass)) return null
  const label = isFormFiled(stage) ? 'Free trust pack' : 'Free trust pack, once your form is filed'
  return { to: `/orders/${orderId}/trust`, label }
}

const freePackOf = statement<{ has: boolean }>(
  () => sql`
    select exists (select from ${packs} where ${packs.earnedOrder} = ${value('orderId')}) or ${earnsSql(sql`${value('orderId')}`)} as has`,
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

const packIdLength = 16

type SignCode = (subject: string, number: number) => string

/** Signed, so only its hash is stored and it can be shown again. No drop has this subject's name, so no code is ever a certificate. */
export function earnedCode(signCode: SignCode, orderId: string, position: number): string {
  return signCode(`trust pack ${orderId}`, position)
}

export async function grantFreePacks(
  { tx }: Pick<UnitOfWork, 'tx'>,
  signCode: SignCode,
  orderId: string,
  positions: readonly number[],
): Promise<string[]> {
  const codes = positions.map((position) => earnedCode(signCode, orderId, position))
  if (codes.length === 0) return []
  const free = positions.map((position, at) => ({
    id: publicCode(packIdLength),
    position,
    codeHash: hashSecret(normalizeCode(codes[at] ?? '')),
  }))
  await insertFree(tx, { free: JSON.stringify(free), orderId })
  return codes
}

export function listEarning({ state, lines }: Pick<OrderView, 'state' | 'lines'>) {
  const earning = isPaid(state)
    ? lines.filter((line) => activeStage(line) && concernsTrust(line.itemClass))
    : []
  const [earned, awaited] = [true, false].map((isFiled) =>
    earning.filter(({ stage }) => isFormFiled(stage) === isFiled).map(({ position }) => position),
  )
  return { earned: earned ?? [], awaited: awaited ?? [] }
}

/** Where the email of the filed form has not yet: it may be late, and the order's page links to the codes at once. */
export async function grantEarned(
  ctx: AppContext,
  signCode: SignCode,
  order: Pick<OrderView, 'id' | 'state' | 'lines'>,
): Promise<EarnedCode[]> {
  const { id } = order
  const { earned } = listEarning(order)
  const listed = await listEarnedCodes(ctx.db, signCode, id)
  if (earned.length <= listed.length || !(await earnsFreePack(ctx.db, id))) return listed
  return transact(ctx, async (work) => {
    await grantFreePacks(work, signCode, id, earned)
    return listEarnedCodes(work.tx, signCode, id)
  })
}

const insertFree = statement<unknown>(
  () => sql`
    insert into ${packs} (id, package, state, code_hash, earned_order, earned_position)
    select free.id, 'free', 'open', free."codeHash", ${value('orderId')}, free.position
    from jsonb_to_recordset(${value('free')}::jsonb) as free(id text, "codeHash" text, position int)
    on conflict do nothing`,
)

type EarnedCode = { code: string; state: Exclude<PackState, 'void'> }

export async function listEarnedCodes(db: Db, signCode: SignCode, orderId: string): Promise<EarnedCode[]> {
  const earned = await db
    .select({ position: packs.earnedPosition, state: packs.state })
    .from(packs)
    .where(
      and(
        eq(packs.earnedOrder, orderId),
        ne(packs.state, 'void'),
        isReservationFiled(sql`${packs.earnedOrder}`, sql`${packs.earnedPosition}`),
      ),
    )
    .orderBy(asc(packs.earnedPosition))
  return earned.flatMap(({ position, state }) =>
    position === null || state === 'void' ? [] : [{ code: earnedCode(signCode, orderId, position), state }],
  )
}

export async function listTrustPackages(db: Db, now: Date): Promise<TrustPackage[]> {
  return readPackages(db, now, and(isVisible, sql`not ${isOff}`))
}

/** The same, also while the section is off: a pack that was earned before is still made. */
function listMadePackages(db: Db, now: Date): Promise<TrustPackage[]> {
  return readPackages(db, now, isVisible)
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

function readPackages(db: Db, now: Date, which: SQL | undefined): Promise<TrustPackage[]> {
  const { slug, name, priceCents, besides, flag, saving, contents } = trustPackages
  const price = priceAtSql('trust_package', slug, priceCents, now)
  return db
    .select({ slug, name, priceCents: price, besides, flag, saving, contents })
    .from(trustPackages)
    .where(which)
    .orderBy(asc(trustPackages.position), asc(slug))
}

export const trustPackageRows = revisedRows(trustPackages, 'slug')

function freePackEnclosure(codes: readonly string[]): Enclosure {
  const isOne = codes.length === 1
  return {
    ...packEnclosure(codes.length),
    rows: codes.map((code, at) => ({ label: isOne ? 'Code' : `Code ${at + 1}`, value: code })),
    how: `${isOne ? 'It works' : 'Each works'} once. If a reservation is refunded, its code expires, and so does a pack that was never downloaded.`,
    go: { label: 'Redeem code', path: '/trust/buy' },
  }
}

const promisedPackEnclosure = (orderId: string, count: number): Enclosure => ({
  ...packEnclosure(count),
  rows: [],
  how: 'We email you its code once your transfer form, Form 3, is filed.',
  go: { label: 'About your trust pack', path: `/orders/${orderId}/trust` },
})

function packEnclosure(count: number): Pick<Enclosure, 'title' | 'text' | 'notes'> {
  const who =
    count === 1 ? 'The firearm you reserved comes' : `Each of the ${count} firearms you reserved comes`
  return {
    title: count === 1 ? 'Your free trust pack' : 'Your free trust packs',
    text: `${who} with a trust pack: an editable template for your state, a guided worksheet, guides and a checklist.`,
    notes: ['You don’t need a trust: an individual can own the firearm too.', notLegalAdvice],
  }
}

const freeWithNumber = 'Free with your number'
