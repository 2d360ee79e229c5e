import { buildSlot } from './features/builds/store/build-slot.server.ts'
import { courseSeat, seatGood } from './features/courses/store.server.ts'
import { accessory, accessoryGood } from './features/accessories/store.server.ts'
import type { CartGoods } from './features/cart/store.server.ts'
import { dropUnit, patch, patchGood, unitGood } from './features/drops/store.server.ts'
import { packGood, trustPack, withFreePack } from './features/trust/store.server.ts'
import type { Sellables } from './features/orders/store.server.ts'

/** Everything this shop sells. A feature plugs in here; the order path knows only the interface. */
export const sellables: Sellables = {
  drop_unit: withFreePack(dropUnit),
  build_slot: withFreePack(buildSlot),
  trust_pack: trustPack,
  course_seat: courseSeat,
  patch,
  accessory,
}

/** How what is sold stands in a cart, in the shop's zone. What is missing here is bought on a page of its own. */
export function cartGoodsIn(zone: string): CartGoods {
  return {
    drop_unit: unitGood,
    patch: patchGood,
    accessory: accessoryGood,
    trust_pack: packGood,
    course_seat: seatGood(zone),
  }
}
