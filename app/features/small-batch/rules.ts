import { artFrames } from '#app/art/art-frames.ts'
import { after } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'

/** The three releases, in the order of the navigation. */
export const releaseSlugs = ['guerrilla', 'outlaw', 'cyber'] as const
export type ReleaseSlug = (typeof releaseSlugs)[number]

export function parseReleaseSlug(text: string | undefined): ReleaseSlug | undefined {
  return releaseSlugs.find((slug) => slug === text)
}

export const slotStates = ['open', 'held', 'taken'] as const
export type SlotState = (typeof slotStates)[number]

export type WindowStatus = 'coming_soon' | 'open' | 'full' | 'closed'

export type BuildWindow = { opensAt: Date; closesAt: Date }

/** The status of a release at `now`. A window is full once its last slot is taken. */
export function windowStatus({ opensAt, closesAt }: BuildWindow, remaining: number, now: Date): WindowStatus {
  if (now >= closesAt) return 'closed'
  if (now < opensAt) return 'coming_soon'
  return remaining > 0 ? 'open' : 'full'
}

export function mayHold({ opensAt, closesAt }: BuildWindow, now: Date) {
  if (now >= closesAt) return refuse('window_closed')
  return now < opensAt ? refuse('window_not_open') : allowed
}

export function openSlots({ status, slots }: Pick<Release, 'status' | 'slots'>): number[] {
  return status === 'open' ? slots.flatMap((slot, index) => (slot === 'open' ? [index + 1] : [])) : []
}

/** What the proof of work of a hold is bound to, beside the key of its form. */
export function proofOf(slug: ReleaseSlug): string {
  return `batch:${slug}`
}

export function reservePath(slug: ReleaseSlug, number: number): string {
  return `/small-batch/${slug}/reserve?slot=${number}`
}

/** Slots that are not taken; a held one may still reopen. */
export function countRemaining(slots: readonly SlotState[]): number {
  return slots.filter((slot) => slot !== 'taken').length
}

export function strokeStates(status: WindowStatus, slots: readonly SlotState[]): SlotState[] {
  return slots.map((slot) => (status === 'coming_soon' ? 'held' : status === 'closed' ? 'taken' : slot))
}

export type Span = { from: number; to: number }

export function scaleWindows(windows: readonly BuildWindow[], now: Date): { spans: Span[]; now: number } {
  const starts = [now, ...windows.map(({ opensAt }) => opensAt)].map(Number)
  const ends = [now, ...windows.map(({ closesAt }) => closesAt)].map(Number)
  const padding = (Math.max(...ends) - Math.min(...starts)) * 0.03
  const first = after(new Date(Math.min(...starts)), -padding).getTime()
  const length = Math.max(1, Math.max(...ends) + padding - first)
  const share = (moment: Date) => (moment.getTime() - first) / length
  return {
    spans: windows.map(({ opensAt, closesAt }) => ({ from: share(opensAt), to: share(closesAt) })),
    now: share(now),
  }
}

export const releaseArtFiles = { wide: 'heroWide', phone: 'heroPhone', card: 'card' } as const
export type ReleaseArtFile = keyof typeof releaseArtFiles

/** Increase when the drawing code changes, to invalidate caches. */
const artRevision = '4'

export function releaseArtVersion(status: WindowStatus, slots: readonly SlotState[]): string {
  return `${artRevision}-${status}-${strokeStates(status, slots)
    .map((slot) => slot[0])
    .join('')}`
}

export function releaseArtPath(slug: ReleaseSlug, file: ReleaseArtFile, version: string): string {
  return `/art/small-batch/${slug}/${file}.svg?v=${version}`
}

export function releaseCard(slug: ReleaseSlug) {
  const { width, height } = artFrames.card
  return { src: releaseArtPath(slug, 'card', 'now'), width, height }
}

/** A release at a moment. Prices in US cents. */
export type Release = BuildWindow & {
  id: string
  slug: ReleaseSlug
  name: string
  summary: string
  story: string
  caliber: string
  barrel: string
  details: string[]
  announcedFor: string
  totalUnits: number
  priceCents: number
  depositCents: number
  slots: SlotState[]
  remaining: number
  status: WindowStatus
  art: Record<ReleaseArtFile, string>
}

/**
 * A release as pages show it, with the days of its window written in the shop's zone: `Dec 14, 2026`. Loaders write
 * them: a browser needs long to make its first formatter, and would need it while the page comes to life.
 */
export type ReleaseView = Release & { opensOn: string; closesOn: string }

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
