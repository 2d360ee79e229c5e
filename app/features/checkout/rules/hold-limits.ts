import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'

/** How many numbers of one drop a buyer may hold or have bought, unless the drop sets its own limit. */
export const maxPerBuyer = 2
/** How many numbered items (drop numbers, seats, slots) may be held at the same time. */
export const maxHeldAtOnce = 4
/** The total quantity of counted goods at which no more can be held. */
export const maxHeldQuantity = 100

/**
 * What limits count by. `network` is the wider network of an IPv6 address; `mail` and `card` are known at payment.
 */
export type HolderKey = 'visitor' | 'address' | 'network' | 'mail' | 'card'

/** Keys that count at the start of a hold, and the multiple of the limit they allow: a /48 may be a whole company. */
const startKeys = [
  { key: 'visitor', times: 1, why: 'buyer_limit' },
  { key: 'address', times: 1, why: 'address_limit' },
  { key: 'network', times: 4, why: 'address_limit' },
] as const
/** Keys that count at payment. */
const paymentKeys = [
  { key: 'mail', times: 1, why: 'mail_limit' },
  { key: 'card', times: 1, why: 'card_limit' },
] as const

/**
 * A line to be held or paid. `scope` is what it counts within (a drop); `max` is the limit there, `null` for none.
 */
export type WantedLine = { kind: SellableKind; scope: string | null; max: number | null }

/** A line of another active or paid order, with the keys it shares with this one. */
export type LiveLine = {
  kind: SellableKind
  scope: string | null
  quantity: number
  /** Held or being paid, not yet bought. */
  isHeld: boolean
  shares: Partial<Record<HolderKey, boolean>>
}

/** Why a buyer reached a limit. `max` is that limit. */
export type HoldLimit = Refusal<
  'buyer_limit' | 'address_limit' | 'held_limit' | (typeof paymentKeys)[number]['why']
> & { max: number }

/** May all of this be held, on top of what the same browser and network hold or have bought? */
export function mayHoldMore(
  requested: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | HoldLimit {
  const verdict = withinScopes(startKeys, requested, live)
  if (!verdict.ok) return verdict
  const held = live.filter(({ isHeld }) => isHeld)
  const numbered = requested.filter(({ kind }) => isNumbered(kind)).length
  for (const { key, times } of startKeys) {
    const those = held.filter(({ shares }) => shares[key])
    const units = totalQuantity(those.filter(({ kind }) => isNumbered(kind)))
    if (numbered > 0 && units + numbered > maxHeldAtOnce * times)
      return { ...refuse('held_limit'), max: maxHeldAtOnce }
    const counted = totalQuantity(those.filter(({ kind }) => !isNumbered(kind)))
    if (numbered < requested.length && counted >= maxHeldQuantity * times)
      return { ...refuse('held_limit'), max: maxHeldQuantity }
  }
  return allowed
}

/** May this be paid with this email and card, on top of what they already reserved? */
export function mayBuyMore(
  requested: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | HoldLimit {
  return withinScopes(paymentKeys, requested, live)
}

function withinScopes(
  keys: readonly { key: HolderKey; times: number; why: HoldLimit['why'] }[],
  requested: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | HoldLimit {
  for (const { kind, scope, max } of requested) {
    if (scope === null || max === null) continue
    const isSame = (line: { kind: SellableKind; scope: string | null }) =>
      line.kind === kind && line.scope === scope
    const now = requested.filter(isSame).length
    if (now > max) return { ...refuse('buyer_limit'), max }
    for (const { key, times, why } of keys) {
      const had = totalQuantity(live.filter((line) => isSame(line) && line.shares[key]))
      if (had + now > max * times) return { ...refuse(why), max }
    }
  }
  return allowed
}

/** Is each unit unique? Everything else has a quantity. */
export function isNumbered(kind: SellableKind): boolean {
  return ['drop_unit', 'course_seat', 'build_slot', 'batch_slot'].includes(kind)
}

function totalQuantity(lines: readonly LiveLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
