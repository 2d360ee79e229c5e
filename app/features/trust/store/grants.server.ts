import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { hashSecret, publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { activeStage } from '#app/features/orders/rules/path.ts'
import { isFormFiled } from '#app/features/orders/rules/refund-clock.ts'
import { isReservationFiled, type OrderView } from '#app/features/orders/store.server.ts'
import { concernsTrust, type PackState } from '../rules.ts'
import { trustPacks as packs } from '../tables.ts'
import { earnsFreePack } from './packages.server.ts'

const packIdLength = 16

/** Signs a code with the shop's key, the same that signs certificates. */
export type SignCode = (subject: string, number: number) => string

/**
 * The code that a reservation earned. It is signed, so only its hash is stored and the same code can be shown again. No
 * drop has this subject's name, so no code is ever a certificate.
 */
export function earnedCode(signCode: SignCode, orderId: string, position: number): string {
  return signCode(`trust pack ${orderId}`, position)
}

/** Grants each reservation of an order a free pack and returns the codes. Idempotent. */
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

/** The active reservations of a paid order that come with a free pack: those that earned it, and those that will. */
export function listEarning({ state, lines }: Pick<OrderView, 'state' | 'lines'>) {
  const earning = isPaid(state)
    ? lines.filter((line) => activeStage(line) && concernsTrust(line.itemClass))
    : []
  const [earned, awaited] = [true, false].map((isFiled) =>
    earning.filter(({ stage }) => isFormFiled(stage) === isFiled).map(({ position }) => position),
  )
  return { earned: earned ?? [], awaited: awaited ?? [] }
}

/**
 * Grants an order the packs that its reservations earned, where the email of the filed form has not yet: it may be late, and
 * the order's page links to the codes at once. Returns all of its codes.
 */
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

/** A code and its status, for the page of the order that earned it. */
export type EarnedCode = { code: string; state: Exclude<PackState, 'void'> }

/** The codes that an order earned, while their reservations are active and their forms filed. */
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
