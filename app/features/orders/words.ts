import { dateFormat } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import type { PayRefusal } from './flows.server.ts'
import type { Ending, OrderState, Stage } from './rules.ts'

/** What an order holds, as its texts call it: a numbered piece by its number, a build by its slot on the bench. */
type Noun = 'number' | 'slot'

/** The noun for what an order holds. */
export function nounOf(plate: Numbered): Noun {
  return plate ? 'number' : 'slot'
}

/** What an order's state means for its buyer, on the order's page. */
export function stateWords(state: OrderState, noun: Noun): { title: string; text: string } {
  const { title, text } = stateTexts[state]
  return { title: title.replaceAll('{it}', noun), text: text.replaceAll('{it}', noun) }
}

const stateTexts: Record<OrderState, { title: string; text: string }> = {
  held: {
    title: 'Held for you',
    text: 'The {it} waits for your details and the deposit. Nothing has been charged.',
  },
  paying: {
    title: 'Payment under way',
    text: 'The payment service is working on it. Your {it} stays yours meanwhile. This page updates itself.',
  },
  unknown: {
    title: 'Waiting for the payment service',
    text: 'We have not heard back from the payment service yet. You will not be charged twice. This page updates itself.',
  },
  review: {
    title: 'Payment under review',
    text: 'The payment service holds this payment for a person to check. Your {it} stays yours until they decide, which can take hours. You need not do anything.',
  },
  paid: {
    title: 'Your {it} is reserved',
    text: 'The deposit is paid and the {it} is yours. We have sent a confirmation with your private link.',
  },
  part_refunded: {
    title: 'Your {it} is reserved',
    text: 'Part of the deposit has been given back. The {it} stays yours.',
  },
  refunded: {
    title: 'Refunded',
    text: 'The deposit has been given back and the {it} is open to others again.',
  },
  expired: {
    title: 'The hold ran out',
    text: 'The time to pay was over before the deposit was paid. Nothing was charged, and the {it} is open again.',
  },
  cancelled: {
    title: 'Cancelled',
    text: 'This order was let go before the deposit was paid. Nothing was charged.',
  },
}

/** The stages of a reservation: what each is called, and what happens in it. */
export const stageWords: Record<Stage, { label: string; text: string }> = {
  reserved: {
    label: 'Reserved',
    text: 'It is yours. We write to you before the build begins.',
  },
  in_build: { label: 'In build', text: 'Your firearm is being built and engraved.' },
  form_filed: {
    label: 'Form filed',
    text: 'We have filed the federal transfer form. From here on refunds go through us.',
  },
  under_review: {
    label: 'Under review',
    text: 'The federal review is under way. How long it takes varies, and nobody can promise a date.',
  },
  approved: { label: 'Approved', text: 'The transfer is approved. We send the firearm to your dealer.' },
  at_dealer: {
    label: 'At your dealer',
    text: 'It has arrived. Your dealer does the last form with you and hands it over.',
  },
  transferred: { label: 'Transferred', text: 'It is yours. Keep the approval with the firearm.' },
}

/** What a reservation is called that will not be transferred. */
export const endingWords: Record<Ending, string> = { cancelled: 'Cancelled', refunded: 'Refunded' }

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

/** Why the buyer cannot take the deposit back here. */
export const refundRefusalWords: Record<'not_paid' | 'form_filed' | 'refund_under_way', string> = {
  not_paid: 'There is no deposit to give back on this order.',
  form_filed:
    'The federal transfer form is filed, so this page can no longer refund the deposit by itself. Write to us at /contact and we settle it with you.',
  refund_under_way: 'Your refund is under way already.',
}

/** Why the dealer of an order cannot be chosen here. */
export const dealerRefusalWords: Record<'not_paid' | 'form_filed', string> = {
  not_paid: 'A dealer is chosen once the deposit is paid.',
  form_filed:
    'The federal transfer form is filed and names the dealer. Write to us at /contact if it has to be another one.',
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

/** One event of an order's history in words, or `undefined` for what only bookkeeping cares about. */
export function eventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
): string | undefined {
  const amount = typeof data.amountCents === 'number' ? formatCents(data.amountCents) : ''
  switch (kind) {
    case 'held':
      return 'Held for you'
    case 'renewed':
      return 'Hold renewed'
    case 'paying':
      return `Payment of ${amount} begun`
    case 'declined':
      return 'Payment declined, nothing charged'
    case 'abandoned':
      return 'Payment never arrived, nothing charged'
    case 'unknown':
      return 'No answer from the payment service yet'
    case 'review':
      return 'Payment held for review'
    case 'paid':
      return `Deposit of ${amount} paid`
    case 'refund_started':
      return `Refund of ${amount} begun`
    case 'refunded':
      return `${amount} refunded`
    case 'refund_refused':
      return 'Refund refused by the payment service'
    case 'stage':
      return typeof data.to === 'string' && data.to in stageWords
        ? `Stage: ${stageWords[data.to as Stage].label}`
        : undefined
    case 'dealer':
      return 'Dealer chosen'
    case 'expired':
      return 'Hold ran out'
    case 'cancelled':
      return 'Let go before payment'
    default:
      return undefined
  }
}

type Numbered = { unitNumber: number } | null

/** What an order is called where a sentence begins with it: `Number 7`. */
export function heldThing(plate: Numbered, title: string): string {
  return plate ? `Number ${plate.unitNumber}` : title
}

/** The same within a sentence: `number 7`, or `the build slot`. */
export function theHeldThing(plate: Numbered, title: string): string {
  return plate ? `number ${plate.unitNumber}` : `the ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** A moment as the order's page writes it, in the shop's zone: `20 Nov 2026, 7:05 AM EST`. */
export function formatMoment(moment: Date, timeZone: string): string {
  const written = dateFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => written.find((each) => each.type === type)?.value ?? ''
  const day = `${part('day')} ${part('month')} ${part('year')}`
  return `${day}, ${part('hour')}:${part('minute')} ${part('dayPeriod')} ${part('timeZoneName')}`
}

/** Where a numbered piece can be had again: the page that holds one number, or shows the nearest that are open. */
export function wayBack(plate: { path: string; unitNumber: number }): string {
  return `${plate.path}/reserve?number=${plate.unitNumber}`
}
