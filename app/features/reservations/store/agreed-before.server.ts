import type { UnitOfWork } from '#app/db/work.server.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { addEvent, findOrderForUpdate, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Terms, Transferee } from '../rules.ts'
import { reservations } from '../tables.ts'
import { findReservation } from './agreement.server.ts'
import { moveReservation } from './move.server.ts'

export type AgreedBefore = Terms & {
  orderId: string
  position: number
  agreementVersion: string
  sentAt: Date
  sentBy: string
  acceptedAt: Date
  sentence: string
  transferee: Transferee | null
}

/** Safe to repeat; terms that staff sent meanwhile stay. Where another gate holds the line, the yes stays and staff move it on later. */
export async function agreeAsBefore(
  work: UnitOfWork,
  ctx: { sellables: Sellables; timeZone: string },
  { sentence, ...agreed }: AgreedBefore,
) {
  const { orderId, position, priceCents } = agreed
  const found = await findOrderForUpdate(work, ctx.sellables, orderId)
  const line = found?.lines.find((each) => each.line.position === position)?.line
  if (!found || !line || !isPaid(found.order.state) || line.returnedAt || line.stage !== 'reserved')
    return refuse('not_paid')
  if (await findReservation(work.tx, orderId, position)) return refuse('already_sent')
  if (priceCents < line.unitCents) return refuse('below_deposit')
  await work.tx.insert(reservations).values({ ...agreed, acceptedSentence: sentence })
  await addEvent(work, orderId, 'agreement_accepted', { line: position, priceCents })
  await moveReservation(work, ctx, { orderId, position, to: 'agreed', by: 'buyer' })
  return { ok: true as const }
}
