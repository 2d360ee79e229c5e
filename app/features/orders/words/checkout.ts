import type { PayRefusal } from '../flows.server.ts'
import type { Noun } from './thing.ts'

/** What a buyer confirms. `age` is the purchase age the shop asks for, as the claim in force says; without one, the law's. */
export function attestationWords(age: string | undefined): string {
  const old = age ? `I am ${age} or older` : 'I am of the legal age to buy it'
  return `${old}, no law keeps me from owning this firearm, and I accept the refund policy.`
}

/** What the deposit is and is not. */
export const depositWords = {
  short: 'Refundable deposit',
  means: (noun: Noun) =>
    `The deposit reserves this one ${noun} for you. You can take it back here, whole, until we file your transfer form.`,
  beyond: 'Charged beyond it',
  nothing: 'Nothing',
} as const

/** The refund policy of version 2026-11, one paragraph each. */
export const refundPolicy: readonly string[] = [
  'Until we file your federal transfer form, you take the deposit back yourself on your private order page. It goes back whole, to the card it came from.',
  'After the form is filed, ask us and we settle it with you.',
  'A refunded number is open to others again.',
]

/** Why a payment was not begun, where the form says it; any other reason is said by the page that it leads to. */
export const payRefusalWords: Record<Extract<PayRefusal, 'key_reused'>, string> = {
  key_reused:
    'This form was sent before with other details, and nothing new was charged. Check what is below and send it again.',
}

/** Said when no answer came: whether the payment went through is not known here, and pressing again finds out. */
export const cutOffWords =
  'We could not be reached. Everything you typed is still here. Press again when you are connected: the same press never pays twice.'

/** What a buyer reads beside the cards after a payment came to nothing. `reason` is the payment service's own. */
export function declineWords(reason: string | null): string {
  const why = reason ?? 'The payment never reached the payment service.'
  return `${why} Nothing was charged, and it is still held for you. You can try again.`
}

/** Why a hold was not made longer. */
export const renewalRefusalWords = {
  cap_reached: 'This is as long as it can be held: 30 minutes from the start.',
} as const

/** The two things to do about a hold. */
export const holdWords = {
  renew: 'Keep it 10 more minutes',
  letGo: (noun: Noun) => `Let this ${noun} go`,
} as const
