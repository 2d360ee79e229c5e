import { after } from '#app/kit/clock.ts'

/** The three themed lines, in the order of the navigation. */
export const releaseSlugs = ['guerrilla', 'outlaw', 'cyber'] as const
export type ReleaseSlug = (typeof releaseSlugs)[number]

/** How a slot stands: it can be had, an order holds it, or it is gone. */
export const slotStates = ['open', 'held', 'taken'] as const
export type SlotState = (typeof slotStates)[number]

/** Where a release stands. Taking part is possible in `open` alone. */
export type WindowStatus = 'coming_soon' | 'open' | 'full' | 'closed'

/** The instants between which a release takes orders. */
export type BuildWindow = { opensAt: Date; closesAt: Date }

/** Where a release stands at a moment. A window closes early when its last slot is taken. */
export function windowStatus({ opensAt, closesAt }: BuildWindow, remaining: number, now: Date): WindowStatus {
  if (now >= closesAt) return 'closed'
  if (now < opensAt) return 'coming_soon'
  return remaining > 0 ? 'open' : 'full'
}

/** How many slots are not taken. A held one may still come back, so it counts. */
export function countRemaining(slots: readonly SlotState[]): number {
  return slots.filter((slot) => slot !== 'taken').length
}

/** The states of the lines in the drawing. Before a window opens all of them are dashed, as those of a drop to come. */
export function strokeStates(status: WindowStatus, slots: readonly SlotState[]): SlotState[] {
  return slots.map((slot) => (status === 'coming_soon' ? 'held' : status === 'closed' ? 'taken' : slot))
}

/** One span on a scale, in shares of its length. */
export type Span = { from: number; to: number }

/**
 * Places windows and the present moment on one scale, from the first opening (or now, if earlier) to the last closing,
 * with a little room at both ends.
 */
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

/** The pictures of a line, by file name, with the frame each is drawn in. */
export const releaseArtFiles = { wide: 'heroWide', phone: 'heroPhone', card: 'card' } as const
export type ReleaseArtFile = keyof typeof releaseArtFiles

/** To be raised when the drawing itself changes, so that no browser keeps the old one. */
const artRevision = '3'

/** What a line's picture depends on: the drawing, and the state of every slot. */
export function releaseArtVersion(status: WindowStatus, slots: readonly SlotState[]): string {
  return `${artRevision}-${strokeStates(status, slots)
    .map((slot) => slot[0])
    .join('')}`
}

/** The address of a line's picture as it stands. */
export function releaseArtPath(slug: ReleaseSlug, file: ReleaseArtFile, version: string): string {
  return `/art/small-batch/${slug}/${file}.svg?v=${version}`
}

/** A release as it stands. Prices in US cents. */
export type Release = BuildWindow & {
  slug: ReleaseSlug
  name: string
  summary: string
  story: string
  details: string[]
  /** When the window was first announced for, as the catalog says it: `Q4 2024`. */
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
 * A release as pages show it, with the days of its window written in the shop's zone: `Dec 14, 2026`. Loaders write them:
 * a browser needs long to make its first formatter, and would need it while the page comes to life.
 */
export type ReleaseView = Release & { opensOn: string; closesOn: string }
