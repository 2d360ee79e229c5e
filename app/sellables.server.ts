import { buildSlot } from './features/builds/store/build-slot.server.ts'
import { courseSeat } from './features/courses/store.server.ts'
import { dropUnit } from './features/drops/store.server.ts'
import type { Sellables } from './features/orders/store.server.ts'

/** Everything this shop sells. A room plugs in here; the order path knows only the interface. */
export const sellables = {
  drop_unit: dropUnit,
  build_slot: buildSlot,
  course_seat: courseSeat,
} as unknown as Sellables
