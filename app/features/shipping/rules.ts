import { after, day } from '#app/kit/clock.ts'
import type { ParcelState } from '#app/features/orders/parcels.ts'
import type { ShippingFlags } from '#app/features/orders/goods.ts'

export const shippingViews = ['to-pack', 'packed', 'sent', 'returns'] as const
export type ShippingView = (typeof shippingViews)[number]

export function viewOf(named: string | null): ShippingView {
  return shippingViews.find((view) => view === named) ?? 'to-pack'
}

export function listOf(left: readonly unknown[], parcels: readonly { state: ParcelState }[]): ShippingView {
  const has = (...states: ParcelState[]) => parcels.some(({ state }) => states.includes(state))
  if (left.length > 0) return 'to-pack'
  if (has('packed')) return 'packed'
  if (has('returned', 'decided')) return 'returns'
  return parcels.length > 0 ? 'sent' : 'to-pack'
}

export const maxRows = 100

const parcelMarks = ['adult_signature', 'no_air', 'california', 'flags_unknown'] as const
/** What a parcel needs beside packing. `flags_unknown`: one of its goods has no flags yet. */
export type ParcelMark = (typeof parcelMarks)[number]

type MarkedLine = { fulfillment: string; flags: ShippingFlags | null; magazine: unknown }

/** The marks of what goes to a state: those of any of its goods count for the whole parcel. */
export function marksOf(lines: readonly MarkedLine[], shipState: string | null): ParcelMark[] {
  const goods = lines.filter(({ fulfillment }) => fulfillment === 'shipping')
  const has = (test: (flags: ShippingFlags) => boolean) => goods.some(({ flags }) => flags && test(flags))
  const isCalifornian =
    shipState === 'CA' &&
    (has(({ caAb1263 }) => caAb1263 !== 'not_covered') || goods.some(({ magazine }) => magazine))
  return [
    ...(has(({ needsAdultSignature }) => needsAdultSignature) ? (['adult_signature'] as const) : []),
    ...(has(({ isGroundOnly }) => isGroundOnly) ? (['no_air'] as const) : []),
    ...(isCalifornian ? (['california'] as const) : []),
    ...(goods.some(({ flags, magazine }) => !flags && magazine) ? (['flags_unknown'] as const) : []),
  ]
}

export function daysSince(moment: Date, now: Date): number {
  return Math.floor((now.getTime() - moment.getTime()) / day)
}

/** How pressing an unsent order is: late from day 20 on, and over at 30, when the law's time ends (16 CFR 435.2). */
export function urgencyOf(paidAt: Date, now: Date): 'calm' | 'late' | 'over' {
  if (after(paidAt, 30 * day) <= now) return 'over'
  return after(paidAt, 20 * day) <= now ? 'late' : 'calm'
}

export function pickList(
  orders: readonly {
    lines: readonly { position: number; title: string; detail: string }[]
    left: readonly { position: number; quantity: number }[]
    order: { id: string }
  }[],
): { title: string; detail: string; quantity: number; orders: string[] }[] {
  const picked = new Map<string, { title: string; detail: string; quantity: number; orders: string[] }>()
  for (const { order, lines, left } of orders)
    for (const { position, quantity } of left) {
      const { title = '', detail = '' } = lines.find((line) => line.position === position) ?? {}
      const row = picked.get(`${title} ${detail}`) ?? { title, detail, quantity: 0, orders: [] }
      picked.set(`${title} ${detail}`, {
        ...row,
        quantity: row.quantity + quantity,
        orders: [...row.orders, order.id],
      })
    }
  return [...picked.values()].toSorted((one, other) => one.title.localeCompare(other.title))
}
