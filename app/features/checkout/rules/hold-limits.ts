import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import type { SellableKind } from '#app/features/orders/sellable.ts'

/** How many numbers of one drop one buyer may hold or have bought, unless the drop says otherwise. */
export const maxPerBuyer = 2
/** How many numbered things (numbers of drops, seats, slots) may be held at the same time, whatever of. */
export const maxHeldAtOnce = 4
/** With how many held pieces of counted goods nothing more is held. */
export const maxHeldQuantity = 100

/** What buyers are counted by. `network` is the wider one around an IPv6 address; `mail` and `card` are known at payment. */
export type HolderKey = 'visitor' | 'address' | 'network' | 'mail' | 'card'

/** By what a hold is counted when it starts, and how many times the bounds apply to it: a /48 may be a whole company. */
const startKeys = [
  { key: 'visitor', times: 1, why: 'buyer_limit' },
  { key: 'address', times: 1, why: 'address_limit' },
  { key: 'network', times: 4, why: 'address_limit' },
] as const
/** By what it is counted when it is paid. */
const paymentKeys = [
  { key: 'mail', times: 1, why: 'mail_limit' },
  { key: 'card', times: 1, why: 'card_limit' },
] as const

/** A line that is to be held or paid. `scope` names what it is one of (a drop); `max` is the bound there, `null` for none. */
export type WantedLine = { kind: SellableKind; scope: string | null; max: number | null }

/** A line of another order that holds or has bought something, with the keys it shares with this one. */
export type LiveLine = {
  kind: SellableKind
  scope: string | null
  quantity: number
  /** Held or being paid, not bought yet. */
  isHeld: boolean
  shares: Partial<Record<HolderKey, boolean>>
}

/** Why a buyer may have no more. `max` is the bound that was met. */
export type HoldLimit = Refusal<
  'buyer_limit' | 'address_limit' | 'held_limit' | (typeof paymentKeys)[number]['why']
> & { max: number }

/** May all of this be held, beside what the same browser and network hold or have bought already? */
export function mayHoldMore(
  wanted: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | HoldLimit {
  const verdict = withinScopes(startKeys, wanted, live)
  if (!verdict.ok) return verdict
  const held = live.filter(({ isHeld }) => isHeld)
  const numbered = wanted.filter(({ kind }) => isNumbered(kind)).length
  for (const { key, times } of startKeys) {
    const those = held.filter(({ shares }) => shares[key])
    const units = totalQuantity(those.filter(({ kind }) => isNumbered(kind)))
    if (numbered > 0 && units + numbered > maxHeldAtOnce * times)
      return { ...refuse('held_limit'), max: maxHeldAtOnce }
    const counted = totalQuantity(those.filter(({ kind }) => !isNumbered(kind)))
    if (numbered < wanted.length && counted >= maxHeldQuantity * times)
      return { ...refuse('held_limit'), max: maxHeldQuantity }
  }
  return allowed
}

/** May this be paid with this mail address and card, beside what was reserved with them already? */
export function mayBuyMore(
  wanted: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | HoldLimit {
  return withinScopes(paymentKeys, wanted, live)
}

function withinScopes(
  keys: readonly { key: HolderKey; times: number; why: HoldLimit['why'] }[],
  wanted: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | HoldLimit {
  for (const { kind, scope, max } of wanted) {
    if (scope === null || max === null) continue
    const isSame = (line: { kind: SellableKind; scope: string | null }) =>
      line.kind === kind && line.scope === scope
    const now = wanted.filter(isSame).length
    if (now > max) return { ...refuse('buyer_limit'), max }
    for (const { key, times, why } of keys) {
      const had = totalQuantity(live.filter((line) => isSame(line) && line.shares[key]))
      if (had + now > max * times) return { ...refuse(why), max }
    }
  }
  return allowed
}

/** Is each the only one of its kind? Everything else is counted by the piece. */
export function isNumbered(kind: SellableKind): boolean {
  return kind === 'drop_unit' || kind === 'course_seat' || kind === 'build_slot'
}

function totalQuantity(lines: readonly LiveLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
