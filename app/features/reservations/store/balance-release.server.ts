import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { type Closing, closeReservation } from './close.server.ts'

const note = 'We reminded you of the balance and waited until the time that the refund policy gives.'

/**
 * Releases a reservation whose balance was not paid in time: the deposit goes back in full, as the refund policy says, and the
 * number or slot is open to others. Staff decide so, from the days of grace on.
 */
export function releaseUnpaid(
  work: UnitOfWork,
  sellables: Sellables,
  release: Pick<Closing, 'orderId' | 'position' | 'by' | 'seen'>,
) {
  return closeReservation(work, sellables, { ...release, exit: 'unpaid', note })
}
