import type { CartGood } from '../../cart/rules.ts'
import { registerPath } from '../rules/addresses.ts'
import { sessionState } from '../rules.ts'
import { formatSession } from '../words.ts'
import { courseSeat } from './seats.server.ts'
import { findSession } from './sessions.server.ts'

/** A seat in a cart: at most one, at the price of its deposit. `zone` is the shop's, in which the order shows the date. */
export function seatGood(zone: string): CartGood {
  return {
    ref: (session) => ({ session, zone }),
    idOf: (ref) => courseSeat.parseRef(ref).session,
    async describe(db, id, now) {
      const session = await findSession(db, id, now)
      if (!session) return undefined
      const canBeHeld = sessionState(session, now) === 'open'
      return {
        title: session.course.name,
        detail: `${formatSession(session, zone, now)}, deposit for a seat`,
        unitCents: session.course.depositCents,
        left: canBeHeld ? session.seats.filter((seat) => seat === 'open').length : 0,
        maxPerOrder: 1,
        picture: null,
        path: registerPath({ session: id }),
        isParcel: false,
      }
    },
  }
}
