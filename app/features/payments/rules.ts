import { minute } from '#app/kit/clock.ts'

export const tryWindowMs = 10 * minute

export type Tries = { tries: number; declines: number; paid: number }

/** What tries are counted by. An address may be shared by thousands. */
export const tryKeys = ['orderId', 'address', 'mail', 'card'] as const
export type TryKey = (typeof tryKeys)[number]

/** A declined try weighs as much as three that came to nothing: stolen cards are tested in rows of declines. */
const declineWeight = 3

/** How much may be tried within the window for one order, email and card. Somebody who mistypes a card needs a few tries. */
const limits = { orderId: 18, mail: 18, card: 12 } satisfies Partial<Record<TryKey, number>>

/** From this weight on, each payment of an address needs a hard proof of work. It refuses nobody. */
const addressWeight = 36

/** Is this try (counted already) within every bound of its own buyer? */
export function mayTryToPay(counted: Record<TryKey, Tries>): boolean {
  return Object.entries(limits).every(([key, max]) => weight(counted[key as keyof typeof limits]) <= max)
}

const maxLevel = 4

/** 0 for none; one level more, which is twice the work, each time the tries of its address double. */
export function proofLevel(address: Tries, isTesting: boolean): number {
  const times = weight(address) / addressWeight
  if (times <= 1) return isTesting ? 1 : 0
  return Math.min(maxLevel, 1 + Math.floor(Math.log2(times)))
}

/** A payment that went through takes its weight back. */
function weight({ tries, declines, paid }: Tries): number {
  return tries - paid + declines * (declineWeight - 1)
}

/** From so many declines within the window on, and so large a part of all tries, cards are being tested here. */
export const testingDeclines = 20
const testingShare = 0.5

/** By everything within the window, so it ends by itself. Declines alone are no sign of it on a busy day, nor a few on a quiet one. */
export function isCardTesting({ tries, declines }: Pick<Tries, 'tries' | 'declines'>): boolean {
  return declines >= testingDeclines && declines >= tries * testingShare
}
