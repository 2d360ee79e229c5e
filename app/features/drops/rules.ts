import { after, hour } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

export const dropStatuses = ['coming_soon', 'live', 'sold_out', 'archived'] as const
/** The status of a drop. */
export type DropStatus = (typeof dropStatuses)[number]

export const dropCategories = ['hype', 'meme', 'prestige', 'grail'] as const
/** The category of a drop. */
export type DropCategory = (typeof dropCategories)[number]

export const dropThemes = ['guerrilla', 'outlaw', 'cyber', 'noir'] as const
/** The look of a drop: its artwork, its accent and its lettering. */
export type DropTheme = (typeof dropThemes)[number]

export const unitStates = ['open', 'held', 'taken'] as const
/** The state of one numbered unit: open to anyone, held while its buyer checks out, or taken. */
export type UnitState = (typeof unitStates)[number]

/** What decides a drop's status: its stored status, its dates and what is left. */
export type DropLifecycle = {
  status: DropStatus
  /** Units that are not taken. */
  remaining: number
  launchDate: Date | null
  endDate: Date | null
  pausedAt: Date | null
}

/** The only status changes that are allowed, by operator or clock. */
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

/** The status at `now`. The stored status is written by a job a moment later; visitors see the change at the second. */
export function statusAt(drop: DropLifecycle, now: Date): DropStatus {
  if (drop.status === 'archived') return 'archived'
  if (drop.endDate && drop.endDate <= now) return 'archived'
  if (drop.status === 'coming_soon' && !(drop.launchDate && drop.launchDate <= now)) return 'coming_soon'
  // A released unit puts a sold-out drop back on sale; the last one taken sells it out.
  return drop.remaining === 0 ? 'sold_out' : 'live'
}

/** What the patches of a drop still give: early access, early access to whoever has one, none any more, none at all. */
export type EarlyOffer = 'offered' | 'sold_out' | 'ended' | 'none'

/** Whether early access can still be bought with a patch of the drop. */
export function earlyOffer(
  patches: readonly { grantsEarlyAccess: boolean; left: number }[],
  status: DropStatus,
): EarlyOffer {
  const early = patches.filter((patch) => patch.grantsEarlyAccess)
  if (early.length === 0) return 'none'
  if (status !== 'coming_soon') return 'ended'
  return early.some(({ left }) => left > 0) ? 'offered' : 'sold_out'
}

/**
 * When the stored status has to change by the clock: in the future, or in the past if it is not written yet. Sales
 * change the status too, at times nobody can know.
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

/** Of these variants, may a unit be held as the chosen one? A drop with several needs a choice; one with none or one takes none. */
export function mayChooseVariant(variantIds: readonly string[], chosen: string | undefined) {
  if (chosen !== undefined) return variantIds.includes(chosen) ? allowed : refuse('variant_gone')
  return variantIds.length > 1 ? refuse('variant_missing') : allowed
}

/** The variant of the starting price, or undefined where there is no choice. */
export function startingVariant<Variant extends { priceCents: number }>(
  variants: readonly Variant[],
): Variant | undefined {
  if (variants.length < 2) return undefined
  return variants.reduce((best, each) => (each.priceCents < best.priceCents ? each : best))
}

/** The variant with this id, or else that of the starting price; undefined where there is no choice. */
export function chosenVariant<Variant extends { id: string; priceCents: number }>(
  variants: readonly Variant[],
  id: string | undefined,
): Variant | undefined {
  const starting = startingVariant(variants)
  return starting && (variants.find((variant) => variant.id === id) ?? starting)
}

/** How long before its launch a drop opens to early-access codes. */
export const earlyAccessMs = 24 * hour

/** When early access starts; undefined while no launch is set. */
function earlyAccessStart({ launchDate }: Pick<DropLifecycle, 'launchDate'>): Date | undefined {
  return launchDate ? after(launchDate, -earlyAccessMs) : undefined
}

/** Can units of this drop be held now with an unused early-access code only? */
export function isEarlyAccess(drop: DropLifecycle, now: Date): boolean {
  const from = earlyAccessStart(drop)
  return statusAt(drop, now) === 'coming_soon' && !drop.pausedAt && from !== undefined && from <= now
}

/** The largest run. */
export const maxUnits = 1_000

/** The highest quantity of one patch in an order. */
export const maxPatches = 5

/** The state of a hold: held while its buyer checks out, or sold. */
export const holdStates = ['held', 'sold'] as const

/** Percentage of the run that is taken, 0 to 100. A run of no units is 0. */
export function percentSold({ total, remaining }: { total: number; remaining: number }): number {
  return total ? ((total - remaining) / total) * 100 : 0
}

/** Units by state. `remaining` counts every unit that is not taken, as in the specification. */
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

/** Encodes unit states as one letter each, by number, for the browser. */
export function packUnits(states: readonly UnitState[]): string {
  return states.map((state) => state[0]).join('')
}

const byLetter: Record<string, UnitState> = { o: 'open', h: 'held', t: 'taken' }

/** Decodes `packUnits`. An unknown letter counts as taken, so that nothing is promised. */
export function unpackUnits(packed: string): UnitState[] {
  return Array.from(packed, (letter) => byLetter[letter] ?? 'taken')
}

/** The address of a drop's live topic. */
export function dropTopic(slug: string): string {
  return `drop:${slug}`
}

/** The message of a drop's live topic: enough to update numbers, drawing and buttons without another request. */
export type DropLiveState = { status: DropStatus; paused: boolean; units: string }

/** The lowest open number, or undefined. */
export function lowestOpen(units: readonly UnitState[]): number | undefined {
  const index = units.indexOf('open')
  return index < 0 ? undefined : index + 1
}

/** The three open numbers nearest to a target, nearest first; at the same distance, the lower one first. */
export function nearestOpen(units: readonly UnitState[], target: number): number[] {
  return units
    .flatMap((state, index) => (state === 'open' ? [index + 1] : []))
    .toSorted((a, b) => Math.abs(a - target) - Math.abs(b - target))
    .slice(0, 3)
}

/** A unit whose state changed. */
export type UnitChange = { number: number; to: UnitState }

/** The units that changed between two states of the same drop. */
export function unitChanges(before: readonly UnitState[], after: readonly UnitState[]): UnitChange[] {
  return after.flatMap((to, index) =>
    before[index] && before[index] !== to ? [{ number: index + 1, to }] : [],
  )
}

/** How the strokes of a drop's artwork are drawn. Before the launch all of them are dashed. */
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
  poster: 'poster',
} as const

/** The name of an artwork file, without its ending. */
export type ArtFile = keyof typeof artFiles

/** The address of a drop's artwork. The version makes it cacheable forever. */
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

/** The path of a patch's own page. */
export function patchPath(id: string): string {
  return `/patches/${id}`
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
