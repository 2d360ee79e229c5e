import { formatDay } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import type { Release, ReleaseView, WindowStatus } from './rules.ts'

export const statusWords: Record<WindowStatus, string> = {
  coming_soon: 'COMING SOON',
  open: 'WINDOW OPEN',
  full: 'FULL',
  closed: 'CLOSED',
}

export const statusPhrases: Record<WindowStatus, string> = {
  coming_soon: 'coming soon',
  open: 'open now',
  full: 'full',
  closed: 'closed',
}

export function windowWords({ totalUnits }: Pick<ReleaseView, 'totalUnits'>): string {
  return `${totalUnits}-unit window`
}

/** Formats a release's dates in the shop's zone. For loaders. */
export function toReleaseView(release: Release, zone: string): ReleaseView {
  const { opensAt, closesAt } = release
  return { ...release, opensOn: formatDay(opensAt, zone), closesOn: formatDay(closesAt, zone) }
}

export function statusSentence(release: ReleaseView): string {
  const { status, opensOn, closesOn, remaining, totalUnits } = release
  if (status === 'coming_soon') return `Opens ${opensOn} with ${countOf(totalUnits, 'slot')}.`
  if (status === 'open') return `${remaining} of ${countOf(totalUnits, 'slot')} left, open until ${closesOn}.`
  if (status === 'full') return `Every slot is taken. One that is returned by ${closesOn} opens here again.`
  return `Closed ${closesOn}.`
}

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
