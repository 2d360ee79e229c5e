import { formatDay } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import type { ReleaseSlug, Release, ReleaseView, SlotState, WindowStatus } from './rules.ts'

/** Badge texts of a window's status. */
export const statusWords: Record<WindowStatus, string> = {
  coming_soon: 'COMING SOON',
  open: 'WINDOW OPEN',
  full: 'FULL',
  closed: 'CLOSED',
}

/** The status of a window on the scale. */
export const statusPhrases: Record<WindowStatus, string> = {
  coming_soon: 'coming soon',
  open: 'open now',
  full: 'full',
  closed: 'closed',
}

/** What a stroke of the drawing is called, by release. */
export const strokeNouns: Record<ReleaseSlug, { one: string; many: string }> = {
  guerrilla: { one: 'contour', many: 'contours' },
  outlaw: { one: 'strand', many: 'strands' },
  cyber: { one: 'pass', many: 'passes' },
}

/** The state of a slot in words. */
export const slotWords: Record<SlotState, string> = { open: 'open', held: 'held', taken: 'taken' }

/** The catalog's words for a release: `15-unit window`. */
export function windowWords({ totalUnits }: Pick<ReleaseView, 'totalUnits'>): string {
  return `${totalUnits}-unit window`
}

/** Formats a release's dates in the shop's zone. For loaders. */
export function toReleaseView(release: Release, zone: string): ReleaseView {
  const { opensAt, closesAt } = release
  return { ...release, opensOn: formatDay(opensAt, zone), closesOn: formatDay(closesAt, zone) }
}

/** The status of a release as a sentence, with its date. */
export function statusSentence(release: ReleaseView): string {
  const { status, opensOn, closesOn, remaining, totalUnits } = release
  if (status === 'coming_soon') return `Opens ${opensOn} with ${countOf(totalUnits, 'slot')}.`
  if (status === 'open') return `${remaining} of ${countOf(totalUnits, 'slot')} left, open until ${closesOn}.`
  if (status === 'full') return `Every slot is taken. One that is returned by ${closesOn} opens here again.`
  return `Closed ${closesOn}.`
}

/** The mail to the list of a window that has opened. */
export function openedMail({
  status,
  name,
  summary,
  totalUnits,
  depositCents,
  closesOn,
  remaining,
}: ReleaseView) {
  if (status === 'full')
    return {
      subject: `The ${name} window opened and is full`,
      heading: 'Opened, and full',
      lines: ['Every slot is taken.', `One that is returned by ${closesOn} opens on its page again.`],
      button: 'See the Window',
    }
  return {
    subject: `The ${name} window is open`,
    heading: `The ${name} window is open`,
    lines: [
      summary,
      `${remaining} of ${countOf(totalUnits, 'slot')} ${remaining === 1 ? 'is' : 'are'} left, and the window closes ${closesOn}. A ${formatCents(depositCents)} refundable deposit reserves yours.`,
    ],
    button: 'Reserve a Slot',
  }
}

/** The mail about a slot that came back, where no other is left. */
export function returnedMail({ name, totalUnits, depositCents, closesOn }: ReleaseView, number: number) {
  return {
    subject: `Slot ${number} of the ${name} window is open again`,
    heading: `Slot ${number} is open again`,
    lines: [
      `Slot ${number} of ${totalUnits} was returned, one of the last of the ${name} window. It goes to whoever reserves it first.`,
      `The window closes ${closesOn}. A ${formatCents(depositCents)} refundable deposit reserves the slot.`,
    ],
    button: `Reserve Slot ${number}`,
  }
}

/** A refusal as shown: what happened, and what to do. */
export type RefusalText = { title: string; text: string }

/** Why a slot was not held. */
export const refusalWords = {
  slot_taken: {
    title: 'Someone got there first',
    text: 'This slot was just held or taken. Choose another one. You have not been charged.',
  },
  no_such_slot: {
    title: 'No such slot',
    text: 'This window has no slot with that number. Choose an open one.',
  },
  none_open: {
    title: 'No slot is open right now',
    text: 'The last slots are on hold or taken. A hold lasts ten minutes unless it is extended, and a released slot opens here right away.',
  },
  window_full: {
    title: 'Every slot is taken',
    text: 'Join the window on its page, and we email you when the next one opens. A slot that is returned before this window closes opens here again.',
  },
  window_not_open: {
    title: 'The window is not open yet',
    text: 'Slots can be reserved once it opens. Join the window, and we email you.',
  },
  window_closed: {
    title: 'This window is closed',
    text: 'Join the window, and we email you when the next one opens.',
  },
  key_reused: {
    title: 'This form was already used',
    text: 'It already started a reservation for another slot. Choose your slot again.',
  },
} as const satisfies Record<string, RefusalText>

/** The texts of the reserve page. */
export const reserveWords = {
  title: (number: number) => `Slot ${number}`,
  lead: 'Hold it for ten minutes while you give your details and pay the deposit. Nothing is charged before that.',
  hold: (number: number) => `Hold Slot ${number}`,
  busy: 'Holding',
  spec: 'What is built',
  /** Where a buyer who may hold no more finds what they hold. */
  held: 'Your held slots',
  others: 'Other open slots',
  deposit: (depositCents: number, priceCents: number) =>
    `${formatCents(depositCents)} refundable deposit now, and it counts toward the price of ${formatCents(priceCents)}. An agreement before the build fixes the details, and then the balance is due.`,
  reserve: 'Reserve a Slot',
  choose: 'Choose an open slot to reserve it.',
} as const

/** How a build window works, in three steps. */
export const windowSteps = [
  {
    title: 'Join the window',
    text: 'Leave your name and email for the release you want, and confirm by email. We email people in the order they joined when its window opens.',
  },
  {
    title: 'Take a slot',
    text: 'While the window is open, choose a slot and reserve it with a refundable deposit. Its number is one line in the drawing.',
  },
  {
    title: 'We build the batch',
    text: 'We build and engrave the whole batch, then close it. Your rifle goes to the dealer you choose, and is yours once the transfer is approved.',
  },
] as const
