import { formatDay } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
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
  if (status === 'coming_soon') return `Opens ${opensOn} with ${totalUnits} slots.`
  if (status === 'open') return `${remaining} of ${totalUnits} slots left, open until ${closesOn}.`
  if (status === 'full') return `Every slot is taken. The window closes ${closesOn}.`
  return `Closed ${closesOn}.`
}

/** The text of the waitlist dialog. */
export function joinWords({ status, name, depositCents }: ReleaseView): string {
  const deposit = `Reserve a slot with a ${formatCents(depositCents)} refundable deposit.`
  return status === 'open'
    ? `We email people in the order they joined, while ${name} slots are left and again when the next window opens. ${deposit}`
    : `We email people in the order they joined when the ${name} window opens. ${deposit}`
}

/** How a build window works, in three steps. */
export const windowSteps = [
  {
    title: 'Join the window',
    text: 'Leave your name and email for the release you want, and confirm by email. We write to people in the order they joined.',
  },
  {
    title: 'Take a slot',
    text: 'Reserve your slot with a refundable deposit. Its number is one line in the drawing.',
  },
  {
    title: 'We build the batch',
    text: 'We build and engrave the whole batch, then close it. Your rifle goes to the dealer you choose, and is yours once the transfer is approved.',
  },
] as const
