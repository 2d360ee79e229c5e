import { tryWindowMs, type HoldLimit } from './rules.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { second } from '#app/kit/clock.ts'
import type { PayRefused } from './flows.server.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import type { Refusal } from '#app/kit/refusal.ts'

export const confirmEmailPath = '/confirm-email'

export const renewField = 'renew'

export const invoiceRefusalWords = {
  too_many_for_invoice:
    'An invoice can hold two numbered items at most. Remove the others, or write to us at /contact.',
  too_late_for_invoice:
    'The class starts too soon to be paid by invoice. Write to us at /contact and we’ll take the payment another way.',
} as const

export const payRefusalWords = {
  ...invoiceRefusalWords,
  too_many_tries: tooManyWords(tryWindowMs / second),
  proof_needed:
    'We’re checking payments more closely right now, and nothing was charged. Press again: your browser needs a few seconds for an extra check. Without JavaScript, confirm your email at /confirm-email first.',
  balance_in_review:
    'We’re reviewing your reservation under state law, and nothing was charged. We’ll email you once it’s decided.',
  line_unreadable:
    'Something in this order needs a look from us first, and nothing was charged. Write to us at /contact with its code.',
  attestation_changed:
    'The statement you confirm has changed, and nothing was charged. Read it again and check the box if you agree.',
  total_changed:
    'The total has changed, and nothing was charged. Check the new total and pay again if you agree.',
  key_reused:
    'This form was already sent with other details, and nothing new was charged. Check it and send it again.',
} satisfies Partial<Record<PayRefused['why'], string>>

/** `held`: what the order holds, with its verb, or `null` where the buyer has it; `end` of a hold that cannot be extended. */
export function declineWords(reason: string | null, held: string | null, end?: string): string {
  const why = reason ?? 'Your payment did not go through.'
  if (held === null) return `${why} Nothing was charged. You can try again${end ? ` until ${end}` : ''}.`
  const until = end ? `held for you until ${end}` : 'still held for you'
  return `${why} Nothing was charged, and ${held} ${until}. You can try again.`
}

export const heldWords = {
  title: 'Held for you',
  one: (what: string) => `${what} held for you`,
  several: (orders: number) => `${orders} orders held for you, the first for`,
  go: 'Continue to checkout',
  list: 'See them',
  until: (moment: string) => `Held until ${moment}.`,
} as const

export function holdBarWords(kind: SellableKind, quantity: number): string {
  if (quantity > 1) return 'Your items are'
  if (kind === 'balance') return 'Your balance is'
  return kind === 'course_seat' ? 'Your seat is' : 'Your item is'
}

export const moreProofWords = {
  title: 'One more check',
  text: 'Many people on your network are holding items right now. Press again: your browser needs a few seconds for an extra check. Without JavaScript, confirm your email at /confirm-email.',
} as const

/** Why a buyer may not hold or pay now, and what to do. `undefined` for any other refusal. */
export function holdLimitWords(refusal: Refusal): { title: string; text: string } | undefined {
  const { why, max = 0 } = refusal as HoldLimit & { max?: number }
  const numbers = max === 1 ? 'one number' : `${max} numbers`
  const title = `Limit: ${numbers} per buyer`
  const words: Record<HoldLimit['why'], { title: string; text: string }> = {
    buyer_limit: {
      title,
      text: `Each buyer can have ${numbers} in this run, including what you hold or have bought. Pay for what you hold, or release one to choose another.`,
    },
    held_limit: {
      title: 'Too much is on hold',
      text: 'You already hold as much as you can at one time. Pay for it, release some of it, or try again in ten minutes.',
    },
    mail_limit: {
      title,
      text: `This email already has ${numbers} in this run, the most one buyer can have. Nothing was charged.`,
    },
    card_limit: {
      title,
      text: `This card has already paid for ${numbers} in this run, the most one buyer can have. Nothing was charged.`,
    },
    home_limit: {
      title,
      text: `A buyer of this name and ZIP code already has ${numbers} in this run, the most one buyer can have. Nothing was charged. If that wasn’t you, write to us at /contact.`,
    },
    cooling_down: {
      title: 'Others go first for a minute',
      text: 'You held this number twice and let it go. For one minute it’s open to others; then you can hold it again. You can hold any other open number now.',
    },
    more_proof: moreProofWords,
  }
  return Object.hasOwn(words, why) ? words[why] : undefined
}
