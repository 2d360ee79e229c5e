import type { Ab1263Mark } from '#app/features/compliance/rules.ts'

export const sellableKinds = [
  'drop_unit',
  'patch',
  'accessory',
  'trust_pack',
  'course_seat',
  'class_balance',
  'build_slot',
  'balance',
] as const
export type SellableKind = (typeof sellableKinds)[number]

export type LineArt = {
  src: string
  width: number
  height: number
  theme: string
  page: { to: string; label: string }
}

export type Plate = {
  dropName: string
  dropNumber: number
  unitNumber: number
  total: number
  theme: string
  path: string
}

/** How a line reaches its buyer. `with_reservation`: by nothing of its own, as it pays for a reservation of another order. */
export const fulfillments = ['ffl_transfer', 'shipping', 'digital', 'in_person', 'with_reservation'] as const
export type Fulfillment = (typeof fulfillments)[number]

export type Magazine = { capacity: number; fits: 'handgun' | 'long_gun' | 'both' }

/** A firearm as its dealer reads it, in words. The maker is the shop; empty where the shop's record does not say. */
export type FirearmDescription = { model: string; caliber: string; barrel: string; overall: string }

/** `caAb1263`: whether it is a firearm accessory in the sense of California's AB 1263, or nobody has found out. */
export type ShippingFlags = {
  statesBarred: string[]
  caAb1263: Ab1263Mark
  needsAdultSignature: boolean
  isGroundOnly: boolean
}

export type OfferedVariant = {
  name: string
  caliber: string
  barrel: string
  finish: string
  priceCents: number
}

export type Offered = {
  /** One where the buyer chose it or there is one; several where the agreement fixes it. The cheapest price is the starting one. */
  variants: readonly OfferedVariant[]
  includes: string
  depositCents: number
  /** When the rest is due: a moment, or its state. `null`: nothing is said of it. */
  balance: 'before_agreement' | 'agreed' | 'paid' | 'waived' | Date | null
}

export function balanceOf(lines: readonly { kind: SellableKind; ref: unknown }[]): string | null {
  const [line] = lines
  if (line?.kind !== 'balance') return null
  const { reservation } = line.ref as { reservation?: unknown }
  return typeof reservation === 'string' ? reservation : null
}

export type Needs = ReturnType<typeof needsOf>

/** `shipping`: an address and a shipping method. The total depends on them, so this checkout has two steps. */
export function needsOf(lines: readonly { fulfillment: Fulfillment }[]) {
  const has = (fulfillment: Fulfillment) => lines.some((line) => line.fulfillment === fulfillment)
  return { fflTransfer: has('ffl_transfer'), shipping: has('shipping') }
}

export function subtotalOf(lines: readonly { unitCents: number; quantity: number }[]): number {
  return lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
}
