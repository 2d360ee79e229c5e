import type { ArtStamp } from '#app/art/art-style.ts'
import { countOf } from '#app/kit/text.ts'
import { formatDay } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'
import { refusalWordsOf } from '#app/kit/refusal.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'
import type { DropCategory, DropStatus, EarlyOffer, UnitState } from './rules.ts'
import { closedMoment } from './rules/art.ts'
import type { UnitRefusal } from './store/units.server.ts'

type StatusWords = { badge: BadgeKind; full: string; short: string; window: string; windowPhrase: string }

export const statusWords: Record<DropStatus, StatusWords> = {
  live: {
    badge: 'live',
    full: 'LIVE NOW',
    short: 'LIVE',
    window: 'WINDOW OPEN',
    windowPhrase: 'open now',
  },
  coming_soon: {
    badge: 'soon',
    full: 'COMING SOON',
    short: 'COMING SOON',
    window: 'COMING SOON',
    windowPhrase: 'coming soon',
  },
  sold_out: { badge: 'sold', full: 'SOLD OUT', short: 'SOLD OUT', window: 'FULL', windowPhrase: 'full' },
  archived: {
    badge: 'archived',
    full: 'ARCHIVED',
    short: 'ARCHIVED',
    window: 'CLOSED',
    windowPhrase: 'closed',
  },
}

export const categoryWords: Record<DropCategory, string> = {
  hype: 'Hype',
  meme: 'Meme',
  prestige: 'Prestige',
  grail: 'Grail',
}

/** Texts of the specification (sections 2 and 8), letter for letter. */
export const dropWords = {
  notFound: {
    title: 'Drop Not Found',
    text: "The drop you're looking for doesn't exist or has been removed.",
    link: { to: '/drops/vault', label: 'Back to Vault' },
  },
  story:
    'Every drop is a numbered run that is made once. Each unit is engraved with its own number, and when the run closes its numbers are not used again.',
} as const

export type RefusalText = { title: string; text: string }

export const refusalWords: Record<UnitRefusal | 'key_reused', RefusalText> = {
  unit_taken: {
    title: 'Someone got there first',
    text: 'This number was just held or taken. Choose another one. You have not been charged.',
  },
  none_open: {
    title: 'All remaining numbers are on hold',
    text: 'Other buyers are checking out with the last numbers. A hold lasts ten minutes unless it is extended. A released number opens here right away.',
  },
  sold_out: { title: 'Sold out', text: 'Every number of this drop is taken.' },
  coming_soon: {
    title: 'Not open yet',
    text: 'You can hold a number once the drop launches. See the countdown on the drop page.',
  },
  code_needed: {
    title: 'Early access code required',
    text: 'Before launch, you need the code we emailed with your patch for this drop.',
  },
  code_unknown: {
    title: 'This code does not work for this drop',
    text: 'Check it against your email: twelve letters and digits, upper or lower case. A code works only for the drop its patch belongs to, and ends when the patch is refunded.',
  },
  code_used: {
    title: 'This code is in use',
    text: 'It already holds or reserved a number, and each code works once. If that hold expires or is released, you can use the code again.',
  },
  archived: {
    title: 'This drop has ended',
    text: 'The run is closed and its numbers will not be used again.',
  },
  paused: {
    title: 'Reservations are paused',
    text: 'Numbers cannot be held right now. Open numbers stay open until reservations resume.',
  },
  variant_missing: {
    title: 'Choose a variant first',
    text: 'This drop comes in several variants. Choose one with its price, then hold your number.',
  },
  variant_gone: {
    title: 'This variant is not offered',
    text: 'Choose one of the variants below. You have not been charged.',
  },
  no_such_unit: { title: 'Number not found', text: 'Choose a number in this run.' },
  drop_not_found: { title: dropWords.notFound.title, text: dropWords.notFound.text },
  key_reused: {
    title: 'This form was already used',
    text: 'It already started a reservation for another number. Choose your number again.',
  },
}

export const unavailableWords: Record<Exclude<UnitState, 'open'>, RefusalText> = {
  held: {
    title: 'Someone is checking out with this number',
    text: 'It reopens if they release it or their time runs out. These nearby numbers are open now.',
  },
  taken: { title: 'This number is taken', text: 'These nearby numbers are open now.' },
}

export function hasRefusalWords(why: string): why is keyof typeof refusalWords {
  return Object.hasOwn(refusalWords, why)
}

export function dropNumberWords(dropNumber: number): string {
  return String(dropNumber).padStart(3, '0')
}

export function depositWords(depositCents: number) {
  return {
    amount: `${formatCents(depositCents)} refundable deposit`,
    condition:
      'Fully refundable from your private link until the transfer form is filed. The final transfer happens at your dealer after federal approval.',
  }
}

export function earlierDropsWords(earlier: number): string {
  if (earlier === 0) return 'Every drop is in the Vault.'
  return `${countOf(earlier, 'earlier drop')} ${earlier === 1 ? 'is' : 'are'} in the Vault.`
}

export function summaryWords(
  { name, tagline, totalUnits }: { name: string; tagline: string | null; totalUnits: number },
  description?: string | null,
): string {
  return description ?? tagline ?? `${name}, a numbered run of ${countOf(totalUnits, 'unit')}.`
}

export function stampOf(drop: Parameters<typeof closedMoment>[0], timeZone: string): ArtStamp | null {
  const closedAt = closedMoment(drop)
  return closedAt && { text: drop.soldOutAt ? 'Sold out' : 'Closed', day: formatDay(closedAt, timeZone) }
}

export function chosenVariantWords({ name, priceCents }: { name: string; priceCents: number }): string {
  return `${name}, ${formatCents(priceCents)}`
}

export const earlyWords: Record<EarlyOffer, string | undefined> = {
  offered: 'An early access patch lets you reserve 24 hours before launch.',
  sold_out: 'The early access patches are sold out. Their codes open this drop 24 hours before launch.',
  ended: 'This drop has launched, so its patches no longer give early access. They are keepsakes now.',
  none: undefined,
}

export const releaseRefusalWords = refusalWordsOf({
  drop_not_found: 'There is no such drop.',
  no_such_unit: 'The drop has no such number.',
  kept_for_house: 'This number is kept for the house: change that in the plan of the drop.',
  already_open: 'This number is on sale already.',
  being_paid: 'This number is being paid for right now.',
  hold_is_over: 'The hold has ended already: the number is on sale.',
  refund_first: 'This number is sold: refund it first.',
  not_ours: 'It is at the dealer or transferred, so it cannot be sold again.',
  code_in_use: 'Its early-access code holds or bought a number.',
})
