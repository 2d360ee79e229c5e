import { after, hour } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

export const dropStatuses = ['coming_soon', 'live', 'sold_out', 'archived'] as const
/** Where a drop stands in its life. */
export type DropStatus = (typeof dropStatuses)[number]

export const dropCategories = ['hype', 'meme', 'prestige', 'grail'] as const
/** What kind of collector piece a drop is. */
export type DropCategory = (typeof dropCategories)[number]

export const dropThemes = ['guerrilla', 'outlaw', 'cyber', 'noir'] as const
/** The look of a drop: its artwork, its accent and its lettering. */
export type DropTheme = (typeof dropThemes)[number]

export const unitStates = ['open', 'held', 'taken'] as const
/** Where one numbered unit stands: open to anyone, held while its buyer checks out, or taken. */
export type UnitState = (typeof unitStates)[number]

/** The instants that a drop's life hangs on, and the operator's hand on it. */
export type DropLifecycle = {
  status: DropStatus
  /** Units that are not taken. */
  remaining: number
  launchDate: Date | null
  endDate: Date | null
  pausedAt: Date | null
}

/** The only status changes that exist. The operator's command and the clock both ask this table. */
const nextStatuses = {
  coming_soon: ['live', 'archived'],
  live: ['sold_out', 'archived'],
  sold_out: ['live', 'archived'], // a released unit puts a sold-out drop back on sale
  archived: [],
} satisfies Record<DropStatus, DropStatus[]>

/** May a drop go from one status to another? */
export function canTransition(from: DropStatus, to: DropStatus): boolean {
  return (nextStatuses[from] as DropStatus[]).includes(to)
}

/**
 * The status that holds at `now`. The stored one lags by the moment that the job needs to write it;
 * what a visitor sees and may do flips at the second.
 */
export function statusAt(drop: DropLifecycle, now: Date): DropStatus {
  if (drop.status === 'archived') return 'archived'
  if (drop.endDate && drop.endDate <= now) return 'archived'
  if (drop.status === 'coming_soon' && !(drop.launchDate && drop.launchDate <= now)) return 'coming_soon'
  // A released unit puts a sold-out drop back on sale; the last one taken sells it out.
  return drop.remaining === 0 ? 'sold_out' : 'live'
}

/**
 * The drop that leads the shop: of those that are live, the one that opened last. One without a launch date was opened by
 * hand and goes before the others.
 */
export function newestLive<D extends Pick<DropLifecycle, 'status' | 'launchDate'>>(
  drops: readonly D[],
): D | undefined {
  const openedAt = ({ launchDate }: D) => launchDate?.getTime() ?? Number.MAX_SAFE_INTEGER
  return drops.filter(({ status }) => status === 'live').toSorted((a, b) => openedAt(b) - openedAt(a))[0]
}

/** The next instant at which the status changes by itself, if there is one. */
export function nextTransition(drop: DropLifecycle, now: Date): Date | undefined {
  const status = statusAt(drop, now)
  if (status === 'archived') return undefined
  if (status === 'coming_soon' && drop.launchDate) return drop.launchDate
  return drop.endDate ?? undefined
}

/**
 * When the stored status has to change by the clock: an instant to come, or one that has passed and is not written yet.
 * Sales change the status too, but at no instant that could be known before.
 */
export function dueTransition(drop: DropLifecycle, now: Date): Date | undefined {
  if (drop.status === 'archived') return undefined
  const present = statusAt(drop, now)
  if (present === 'archived') return drop.endDate ?? undefined
  if (drop.status === 'coming_soon') return drop.launchDate ?? drop.endDate ?? undefined
  return drop.endDate ?? undefined
}

/** May a unit of this drop be held at this moment? */
export function mayHold(drop: DropLifecycle, now: Date) {
  const status = statusAt(drop, now)
  if (status !== 'live') return refuse(status)
  if (drop.pausedAt) return refuse('paused')
  return allowed
}

/** How long before its launch a drop can be reserved with an early-access code. */
export const earlyAccessMs = 24 * hour

/** The instant from which a drop can be reserved with an early-access code; none while no launch is set. */
function earlyAccessStart({ launchDate }: Pick<DropLifecycle, 'launchDate'>): Date | undefined {
  return launchDate ? after(launchDate, -earlyAccessMs) : undefined
}

/** Can a unit of this drop be held now by who has an unused early-access code, and by nobody else? */
export function isEarlyAccess(drop: DropLifecycle, now: Date): boolean {
  const from = earlyAccessStart(drop)
  return statusAt(drop, now) === 'coming_soon' && !drop.pausedAt && from !== undefined && from <= now
}

/** How many pieces of one patch an order may have. */
export const maxPatches = 5

/** Where pieces of an order stand: held while its buyer checks out, or sold. */
export const holdStates = ['held', 'sold'] as const

/** Share of the run that is gone, 0 to 100; 0 when either number is missing or zero. */
export function percentSold({ total, remaining }: { total: number; remaining: number }): number {
  return total && remaining ? ((total - remaining) / total) * 100 : total && remaining === 0 ? 100 : 0
}

/** How many units stand where. `remaining` is what the specification counts: every unit that is not taken. */
export type UnitCounts = { total: number; open: number; held: number; taken: number; remaining: number }

/** Counts units by state. */
export function countUnits(states: readonly UnitState[]): UnitCounts {
  const count = (state: UnitState) => states.filter((other) => other === state).length
  const taken = count('taken')
  return {
    total: states.length,
    open: count('open'),
    held: count('held'),
    taken,
    remaining: states.length - taken,
  }
}

/** Unit states as one letter each, in the order of their numbers: how they travel to the browser. */
export function packUnits(states: readonly UnitState[]): string {
  return states.map((state) => state[0]).join('')
}

const byLetter: Record<string, UnitState> = { o: 'open', h: 'held', t: 'taken' }

/** Reads what `packUnits` wrote. An unknown letter counts as taken, which promises nothing. */
export function unpackUnits(packed: string): UnitState[] {
  return Array.from(packed, (letter) => byLetter[letter] ?? 'taken')
}

/** The address of a drop's live topic. */
export function dropTopic(slug: string): string {
  return `drop:${slug}`
}

/** What a drop's live topic tells: enough to repaint numbers, lines and buttons without asking again. */
export type DropLiveState = { status: DropStatus; paused: boolean; units: string }

/** The lowest number that is open, if any is. */
export function lowestOpen(units: readonly UnitState[]): number | undefined {
  const index = units.indexOf('open')
  return index < 0 ? undefined : index + 1
}

/** Open numbers near a wanted one, nearest first; of two at the same distance the lower one first. */
export function nearestOpen(units: readonly UnitState[], target: number, limit = 3): number[] {
  return units
    .flatMap((state, index) => (state === 'open' ? [index + 1] : []))
    .toSorted((a, b) => Math.abs(a - target) - Math.abs(b - target) || a - b)
    .slice(0, limit)
}

/** A unit whose state is another than before. */
export type UnitChange = { number: number; to: UnitState }

/** What changed between two pictures of the same drop. */
export function unitChanges(before: readonly UnitState[], after: readonly UnitState[]): UnitChange[] {
  return after.flatMap((to, index) =>
    before[index] && before[index] !== to ? [{ number: index + 1, to }] : [],
  )
}

/**
 * How the lines of a drop's artwork are drawn. Before the launch nothing is open: every line is dashed, and lights up
 * when the drop opens.
 */
export function strokeStates(status: DropStatus, units: readonly UnitState[]): UnitState[] {
  return units.map((state) => (status === 'coming_soon' && state === 'open' ? 'held' : state))
}

/** The frames of artwork that are served as files, by file name. */
export const artFiles = {
  'hero-wide': 'heroWide',
  'hero-phone': 'heroPhone',
  'home-wide': 'homeWide',
  'home-phone': 'homePhone',
  'current-drop': 'currentDrop',
  card: 'card',
} as const

/** The name of an artwork file, without its ending. */
export type ArtFile = keyof typeof artFiles

/** The address of a drop's artwork. With the version it was made from, browsers keep it for good. */
export function artPath(slug: string, file: ArtFile, version: string): string {
  return `/art/drops/${slug}/${file}.svg?v=${version}`
}

/** Widths in pixels in which patches are drawn. */
export const patchWidths = [240, 480, 960] as const

/** A picture in several widths: the plain address, and the list for `srcset`. */
export type Picture = { src: string; srcSet: string }

/** Addresses of a drop's own patch artwork. */
export function dropPatchPicture(slug: string, version: string): Picture {
  return picture((width) => `/art/drops/${slug}/patch-${width}.webp?v=${version}`)
}

/** Addresses of one patch's artwork. */
export function patchPicture(id: string, version: string): Picture {
  return picture((width) => patchPictureAt(id, version, width))
}

/** The address of one patch's artwork in one width. */
export function patchPictureAt(id: string, version: string, width: (typeof patchWidths)[number]): string {
  return `/art/patches/${id}/${width}.webp?v=${version}`
}

function picture(at: (width: (typeof patchWidths)[number]) => string): Picture {
  return { src: at(480), srcSet: patchWidths.map((width) => `${at(width)} ${width}w`).join(', ') }
}
