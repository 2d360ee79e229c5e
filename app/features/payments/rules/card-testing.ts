import { minute } from '#app/kit/clock.ts'

/** The time that tries to pay are counted over. */
export const tryWindowMs = 10 * minute

/** Tries to pay that share something, within the window. */
export type Tries = { tries: number; declines: number }

/** What tries are counted by. */
export const tryKeys = ['orderId', 'address', 'network', 'mail', 'card'] as const
export type TryKey = (typeof tryKeys)[number]

/** A declined try weighs as much as three that went through: stolen cards are tested in rows of declines. */
const declineWeight = 3

/**
 * How much may be tried within the window. Somebody who mistypes a card needs a few tries; a household or an office shares
 * one address, and a whole company a /48.
 */
const limits: Record<TryKey, number> = { orderId: 18, address: 36, network: 90, mail: 18, card: 12 }

/** Is this try (counted already) within every bound? */
export function mayTryToPay(counted: Record<TryKey, Tries>): boolean {
  return tryKeys.every((key) => weight(counted[key]) <= limits[key])
}

function weight({ tries, declines }: Tries): number {
  return tries + declines * (declineWeight - 1)
}

/** From so many declines within the window on, and so large a part of all tries, cards are being tested here. */
export const testingDeclines = 20
const testingShare = 0.5

/**
 * Are stolen cards being tested in this shop? Judged by everything that was tried within the window, so it ends by itself.
 * Declines alone are no sign of it on a busy day, nor a few of them on a quiet one.
 */
export function isCardTesting({ tries, declines }: Tries): boolean {
  return declines >= testingDeclines && declines >= tries * testingShare
}
