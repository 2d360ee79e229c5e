import { buildSlot } from './features/builds/store/build-slot.server.ts'
import { courseSeat } from './features/courses/store.server.ts'
import { accessory, accessoryGood } from './features/accessories/store.server.ts'
import type { CartGoods } from './features/cart/store.server.ts'
import { dropUnit, patch, patchGood } from './features/drops/store.server.ts'
import type { Sellables } from './features/orders/store.server.ts'

/** Everything this shop sells. A room plugs in here; the order path knows only the interface. */
export const sellables = {
  drop_unit: dropUnit,
  build_slot: buildSlot,
  course_seat: courseSeat,
  patch,
  accessory,
} as unknown as Sellables

/** How what is sold stands in a cart. What is missing here is bought on a page of its own. */
export const cartGoods: CartGoods = { patch: patchGood, accessory: accessoryGood }
