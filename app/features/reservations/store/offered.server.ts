import type { Db } from '#app/db/db.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import type { Offered } from '#app/features/orders/goods.ts'
import { type Terms, depositLeft } from '../rules.ts'
import { findReservation, type Reservation } from './agreement.server.ts'
import { type Balance, findBalance, findBalanceById } from './balance-lookup.server.ts'

function offeredTerms(
  { variant, includes, priceCents }: Terms,
  { depositCents, balance }: Pick<Offered, 'depositCents' | 'balance'>,
): Offered {
  const fixed = { name: variant, caliber: '', barrel: '', finish: '', priceCents }
  return { variants: [fixed], includes, depositCents, balance }
}

export function offeredOrAgreed(offered: Sellable['offered']): NonNullable<Sellable['offered']> {
  return async (db, line, ref) => {
    const { orderId, position, stage } = line
    const terms = stage === null ? undefined : await findReservation(db, orderId, position)
    if (terms) {
      const balance = balanceOf(terms, await findBalance(db, orderId, position))
      return { ...offeredTerms(terms, { depositCents: depositLeft(line), balance }), hasSheet: true }
    }
    const found = await offered?.(db, line, ref)
    // Moved on without terms: the state of its balance is not recorded.
    return found && (stage === null || stage === 'reserved' ? found : { ...found, balance: null })
  }
}

export async function findBalanceOffered(db: Db, id: string): Promise<Offered | undefined> {
  const found = await findBalanceById(db, id)
  const terms = found && (await findReservation(db, found.reservationId, found.position))
  if (!terms) return undefined
  const { priceCents, depositCents } = found
  return offeredTerms({ ...terms, priceCents }, { depositCents, balance: balanceOf(terms, found) })
}

function balanceOf({ acceptedAt }: Reservation, found: Balance | undefined): Offered['balance'] {
  if (!acceptedAt) return 'before_agreement'
  if (!found || found.state === 'released') return 'agreed'
  return found.state === 'paid' || found.state === 'waived' ? found.state : found.dueAt
}
