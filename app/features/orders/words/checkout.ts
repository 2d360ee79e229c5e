import type { PayRefusal } from '../store/pay.server.ts'
import type { Needs } from '../rules/needs.ts'
import type { Fulfilment } from '../sellable.ts'
import { invoiceRefusalWords } from './payment.ts'
import type { SubjectNoun } from './thing.ts'

/** What an order makes its buyer confirm. */
export type Attested = {
  needs: Pick<Needs, 'transfer'>
  hasMagazines: boolean
  /** From which age everything in the order may be bought, in years. */
  age: number | undefined
  /** Sentences of the rooms whose lines are in the order, in place of the plain one. */
  own: readonly string[]
}

/** What a buyer confirms: age, that no law speaks against it, and the refund policy. */
export function attestationWords({ needs, hasMagazines, age, own }: Attested): string {
  const old = age ? `I am ${age} or older` : 'I am of the legal age to buy it'
  const accept = 'and I accept the refund policy.'
  if (needs.transfer) return [`${old}, no law keeps me from owning this firearm, ${accept}`, ...own].join(' ')
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

/** The refund policy of version 2026-11 on reservations, one paragraph each. */
export const refundPolicy: readonly string[] = [
  'Until we file your federal transfer form, you take the deposit back yourself on your private order page. It goes back whole, to the card it came from.',
  'After the form is filed, ask us and we settle it with you.',
  'A refunded number is open to others again.',
]

/** The same version on everything else. */
const otherPolicies: Record<Exclude<Fulfilment, 'transfer'>, string> = {
  parcel:
    'Until we dispatch a parcel, you take it back yourself on your private order page, with its tax, and with the shipping if nothing of the order was sent. After that, ask us about a return.',
  download: 'A download is given back in full until it is first downloaded, and not after that.',
  attend: 'A seat is given back in full until the time that stands beside it, and not after that.',
}

/** What can be given back how long, for what is in an order, one paragraph each. */
export function refundPolicyOf(fulfilments: readonly Fulfilment[]): string[] {
  return [...new Set(fulfilments)].flatMap((each) =>
    each === 'transfer' ? refundPolicy : [otherPolicies[each]],
  )
}

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
export const cutOffWords =
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
  letGo: (noun: SubjectNoun) => `Let this ${noun} go`,
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

/** Why where a paid order goes was not changed. */
export const addressRefusalWords = {
  not_paid: 'There is no paid parcel on this order.',
  dispatched: 'The parcel was dispatched meanwhile. Write to us at /contact if it cannot be received there.',
  tax_differs:
    'The sales tax at that address is another one than what was paid. Write to us at /contact, or take the items back and order them again.',
} as const

/** Why where an order goes was not kept. */
export const deliveryRefusalWords = {
  no_such_method: 'This way of shipping is not offered any more. Choose another one.',
} as const
