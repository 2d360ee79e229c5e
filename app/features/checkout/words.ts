import type { PayRefusal } from './store/pay.server.ts'
import type { Needs } from '#app/features/orders/rules/needs.ts'
import type { SubjectNoun } from '#app/features/orders/words/order-subject.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import type { HoldLimit } from './rules/hold-limits.ts'

/** Why there is no invoice for an order. */
export const invoiceRefusalWords = {
  too_many_for_invoice:
    'An invoice can keep two numbered items at most. Take the others off the order, or write to us at /contact.',
  too_late_for_invoice:
    'The class begins too soon to wait for the payment of an invoice. Write to us at /contact and we take the payment another way.',
} as const

/** What stands between asking for an invoice and getting it: the mail address is confirmed first. */
export const confirmInvoiceWords = {
  sentTitle: 'Check your email',
  sentText: (email: string, heldUntil: string) =>
    `We have sent a mail to ${email}. Open its link and confirm to get the invoice. Until then everything is held for you until ${heldUntil}, and no longer.`,
  change: 'Back to Checkout',
  title: 'Confirm your email',
  text: (heldUntil: string) =>
    `With this press you get the invoice, and what you ordered is held until it is due. Unconfirmed it is held until ${heldUntil}.`,
  button: 'Confirm and get the invoice',
  mailText: (heldUntil: string) =>
    `Somebody asked for an invoice with this address. Confirm that it is yours, and what was ordered is held until the invoice is due. Without that it is held until ${heldUntil}.`,
  notYou: 'If that was not you, do nothing: nothing is charged, and nothing is kept.',
} as const

/** What an order makes its buyer confirm. */
export type Attested = {
  needs: Pick<Needs, 'fflTransfer'>
  hasMagazines: boolean
  /** From which age everything in the order may be bought, in years. */
  age: number | undefined
  /** Sentences of the features whose lines are in the order, in place of the plain one. */
  own: readonly string[]
}

/** What a buyer confirms: age, that no law speaks against it, and the refund policy. */
export function attestationWords({ needs, hasMagazines, age, own }: Attested): string {
  const old = age ? `I am ${age} or older` : 'I am of the legal age to buy it'
  const accept = 'and I accept the refund policy.'
  if (needs.fflTransfer)
    return [`${old}, no law keeps me from owning this firearm, ${accept}`, ...own].join(' ')
  if (hasMagazines)
    return [`${old}, no law where I live keeps me from having these magazines, ${accept}`, ...own].join(' ')
  return own.length ? own.join(' ') : `${old} ${accept}`
}

/** What the deposit is and is not. */
export const depositWords = {
  short: 'Refundable deposit',
  means: (noun: SubjectNoun) =>
    `The deposit reserves this one ${noun} for you. You can take it back here, whole, until we file your transfer form.`,
  beyond: 'Charged beyond it',
  nothing: 'Nothing',
} as const

/** What is said of a form of which a part that nobody types did not arrive as the page had it. */
export const unreadableWords =
  'This form did not arrive as the page had it, and nothing was charged. Check what is below and send it again.'

/** Said while stolen cards are being tested here, where a form came without its work. */
export const cardTestingWords =
  'Payments are checked more closely at this moment, and nothing was charged. Press again: your browser works for a few seconds first. Without script, write to us at /contact.'

/** Why a payment was not begun, where the form says it; any other reason is said by the page that it leads to. */
export const payRefusalWords: Record<
  Extract<PayRefusal, 'key_reused' | 'total_changed' | 'too_many_for_invoice' | 'too_late_for_invoice'>,
  string
> = {
  ...invoiceRefusalWords,
  total_changed:
    'The total changed since this page was shown, and nothing was charged. Check the new total and pay again if you agree.',
  key_reused:
    'This form was sent before with other details, and nothing new was charged. Check what is below and send it again.',
}

/** Said when no answer came: whether the payment went through is not known here, and pressing again finds out. */
export const networkErrorWords =
  'We could not be reached. Everything you typed is still here. Press again when you are connected: the same press never pays twice.'

/**
 * What a buyer reads beside the cards after a payment came to nothing. `reason` is the payment service's own; `end` is when
 * the hold is over, in words, where it can end no later.
 */
export function declineWords(reason: string | null, end?: string): string {
  const why = reason ?? 'The payment never reached the payment service.'
  const held = end ? `it is held for you until ${end} and no longer` : 'it is still held for you'
  return `${why} Nothing was charged, and ${held}. You can try again.`
}

/** Why a hold was not made longer. */
export const renewalRefusalWords = {
  cap_reached: 'This is as long as it can be held.',
} as const

/** The two things to do about a hold. */
export const holdWords = {
  renew: 'Keep it 10 more minutes',
  release: (noun: SubjectNoun) => `Let this ${noun} go`,
} as const

/** Taking a line off an order that cannot go where the order goes. */
export const removalWords = {
  label: 'Remove it, keep the rest',
  named: (title: string) => `Remove it, keep the rest: ${title}`,
  busy: 'Removing...',
} as const

/** Why no line was taken off. */
export const removalRefusalWords = {
  no_line: 'The form did not say which item to remove, so none was. Go back and press the button beside it.',
} as const

/** Why where an order goes was not kept. */
export const deliveryRefusalWords = {
  no_such_method: 'This way of shipping is not offered any more. Choose another one.',
} as const

/** Why a buyer may have no more of something, and what to do. `undefined` for any other refusal. */
export function holdLimitWords(refusal: Refusal): { title: string; text: string } | undefined {
  if (!('max' in refusal)) return undefined
  const { why, max } = refusal as HoldLimit
  const numbers = max === 1 ? 'one number' : `${max} numbers`
  switch (why) {
    case 'buyer_limit':
      return {
        title: `At most ${numbers} for each buyer`,
        text: `One buyer can have ${numbers} of this drop, what you hold or have bought already included. Pay for what you hold, or let one go to choose another.`,
      }
    case 'address_limit':
      return {
        title: `At most ${numbers} for each household`,
        text: `From your network ${numbers} of this drop are held or bought already. If they are not yours, use another connection, or write to us at /contact.`,
      }
    case 'held_limit':
      return {
        title: 'Too much is on hold',
        text: 'From your browser or network as much is being held at this moment as one household may hold. Pay for it, let some of it go, or try again in ten minutes.',
      }
    case 'mail_limit':
      return {
        title: `At most ${numbers} for each buyer`,
        text: `With this email ${numbers} of this drop are reserved already, which is the most one buyer can have. Nothing was charged.`,
      }
    case 'card_limit':
      return {
        title: `At most ${numbers} for each buyer`,
        text: `With this card ${numbers} of this drop are reserved already, which is the most one buyer can have. Nothing was charged.`,
      }
  }
}
