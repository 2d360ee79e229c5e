import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { runTogether, statement, value } from '#app/db/statement.server.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { staffMailOrders, staffMails } from '../mail-tables.ts'
import type { OrderState } from '../rules.ts'
import { gatheringSince, isGathering, nextMailAt } from '../rules/staff-mail.ts'
import { orderLines, orders } from '../tables.ts'
import { isInReview, toShip } from './order-conditions.server.ts'

export type GatheredOrder = {
  id: string
  state: OrderState
  paidCents: number
  needsReview: boolean
  /** The reservation that it pays the balance of; `null` for any other order. */
  balanceOf: string | null
  isToShip: boolean
  lines: { title: string; detail: string; quantity: number }[]
}

/** Tells staff of a paid order, once: in one round trip where a mail is being gathered. */
export async function tellStaff(ctx: AppContext, orderId: string): Promise<void> {
  const [, [told]] = await transact(ctx, ({ tx, now }) =>
    runTogether(tx, [lockMails.bind({}), joinNewest.bind({ orderId, ...gatheringSince(now) })], {
      commits: true,
    }),
  )
  if (!told?.isTold) await transact(ctx, (work) => addToStaffMail(work, orderId))
}

/** Adds an order to the newest mail if that is gathering, as `isGathering` judges it, unless the order is in a mail already. */
const joinNewest = statement<{ isTold: boolean }>(
  () => sql`
    with newest as (select id, opened_at, closed_at from ${staffMails} order by id desc limit 1),
    known as (select from ${staffMailOrders} where ${staffMailOrders.orderId} = ${value('orderId')}),
    added as (
      insert into ${staffMailOrders} (order_id, mail_id) select ${value('orderId')}, id from newest
      where closed_at is null and opened_at > ${value('after')}::timestamptz and opened_at <= ${value('until')}::timestamptz
        and not exists (select from known)
      returning order_id
    )
    select exists (select from known) or exists (select from added) as "isTold"`,
)

/**
 * Adds a paid order to the mail that is being gathered, or opens one and queues its job. Repeated, it does nothing. A mail is
 * closed under the same lock before its orders are read, so that none is added to a mail that leaves it out.
 */
export async function addToStaffMail({ tx, now, enqueue }: UnitOfWork, orderId: string): Promise<void> {
  await lockStaffMails(tx)
  const [newest] = await tx
    .select({
      id: staffMails.id,
      openedAt: staffMails.openedAt,
      closedAt: staffMails.closedAt,
      hasOrder: sql<boolean>`exists (select 1 from ${staffMailOrders} where ${staffMailOrders.orderId} = ${orderId})`,
    })
    .from(staffMails)
    .orderBy(desc(staffMails.id))
    .limit(1)
  if (newest?.hasOrder) return
  if (newest && isGathering(newest, now)) {
    await tx.insert(staffMailOrders).values({ orderId, mailId: newest.id })
    return
  }
  const [opened] = await tx.insert(staffMails).values({ openedAt: now }).returning({ id: staffMails.id })
  if (!opened) throw new Error('The mail to staff was not opened')
  await tx.insert(staffMailOrders).values({ orderId, mailId: opened.id })
  await enqueue('mail-staff-orders', { mailId: opened.id }, { startAfter: nextMailAt(newest, now) })
}

/**
 * Closes a mail, to which no order is added any more, and reads its orders as they are now, in the order of their payment. An
 * order that was refunded meanwhile is still one of them, with its state: staff see every sale, and each once.
 */
export async function closeStaffMail(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  mailId: number,
): Promise<{ closedAt: Date; orders: GatheredOrder[] }> {
  await lockStaffMails(tx)
  await tx.update(staffMails).set({ closedAt: now }).where(eq(staffMails.id, mailId))
  const rows = await tx
    .select({
      id: orders.id,
      state: orders.state,
      paidCents: orders.capturedCents,
      needsReview: sql<boolean>`(${isInReview}) is true`,
      isToShip: sql<boolean>`(${toShip}) is true`,
      balanceOf: sql<
        string | null
      >`case when ${orderLines.kind} = 'balance' then ${orderLines.ref} ->> 'reservation' end`,
      line: {
        title: orderLines.title,
        detail: orderLines.detail,
        quantity: orderLines.quantity,
      },
    })
    .from(staffMailOrders)
    .innerJoin(orders, and(eq(orders.id, staffMailOrders.orderId), isNotNull(orders.paidAt)))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(staffMailOrders.mailId, mailId))
    .orderBy(asc(orders.paidAt), asc(orders.id), asc(orderLines.position))
  const gathered = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { line, ...order } = first
    return [{ ...order, lines: [line, ...others.map((row) => row.line)] }]
  })
  return { closedAt: now, orders: gathered }
}

/**
 * Opens a mail again that the mail server did not take, unless another try closed it since, which may have sent it. Orders are added
 * to it until it is tried again, if it is still the newest.
 */
export async function reopenStaffMail(
  { tx }: Pick<UnitOfWork, 'tx'>,
  mailId: number,
  closedAt: Date,
): Promise<void> {
  await lockStaffMails(tx)
  await tx
    .update(staffMails)
    .set({ closedAt: null })
    .where(and(eq(staffMails.id, mailId), eq(staffMails.closedAt, closedAt)))
}

const lockMails = statement<unknown>(
  () => sql`select pg_advisory_xact_lock(hashtextextended('staff mails', 0))`,
)

async function lockStaffMails(tx: Db) {
  await lockMails(tx, {})
}
