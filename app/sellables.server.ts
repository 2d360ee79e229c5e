import { buildSlot } from './features/builds/store/submissions.server.ts'
import { classBalance, courseSeat, seatGood } from './features/courses/store/seats.server.ts'
import { accessory, accessoryGood } from './features/accessories/store.server.ts'
import type { CartGoods } from './features/cart/store.server.ts'
import { dropUnit, unitGood } from './features/drops/store/units.server.ts'
import { patch, patchGood } from './features/drops/store/patches.server.ts'
import { balance, withBalance } from './features/reservations/store/balance-sold.server.ts'
import { packGood, trustPack, withFreePack } from './features/trust/packs.server.ts'
import type { Sellables } from './features/orders/store/lines.server.ts'

export const sellables: Sellables = {
  drop_unit: withBalance(withFreePack(dropUnit)),
  build_slot: withBalance(withFreePack(buildSlot)),
  balance,
  trust_pack: trustPack,
  course_seat: courseSeat,
  class_balance: classBalance,
  patch,
  accessory,
}

/** How each kind of goods behaves in a cart, in the shop's zone. A kind that is missing here is bought on a page of its own. */
export function cartGoodsIn(zone: string): CartGoods {
  return {
    drop_unit: unitGood,
    patch: patchGood,
    accessory: accessoryGood,
    trust_pack: packGood,
    course_seat: seatGood(zone),
  }
}
