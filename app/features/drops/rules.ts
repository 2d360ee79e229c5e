import { after, hour } from '#app/kit/clock.ts'
import { formatCount } from '#app/kit/text.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

export const dropStatuses = ['coming_soon', 'live', 'sold_out', 'archived'] as const
export type DropStatus = (typeof dropStatuses)[number]

export const dropCategories = ['hype', 'meme', 'prestige', 'grail'] as const
export type DropCategory = (typeof dropCategories)[number]

export const dropThemes = ['guerrilla', 'outlaw', 'cyber', 'noir'] as const
export type DropTheme = (typeof dropThemes)[number]

/** The three small-batch releases, in the order of the navigation. Each is a theme of its own, too. */
export const smallBatches = ['guerrilla', 'outlaw', 'cyber'] as const
export type SmallBatch = (typeof smallBatches)[number]

export function parseSmallBatch(text: string | undefined): SmallBatch | undefined {
  return smallBatches.find((batch) => batch === text)
}

export const unitStates = ['open', 'held', 'taken'] as const
export type UnitState = (typeof unitStates)[number]

export type DropLifecycle = {
  status: DropStatus
  remaining: number
  launchDate: Date | null
  endDate: Date | null
  pausedAt: Date | null
}

/** The status at `now`. The stored status is written by a job a moment later; visitors see the change at the second. */
export function statusAt(drop: DropLifecycle, now: Date): DropStatus {
  if (drop.status === 'archived') return 'archived'
  if (drop.endDate && drop.endDate <= now) return 'archived'
  if (drop.status === 'coming_soon' && !(drop.launchDate && drop.launchDate <= now)) return 'coming_soon'
  // A released unit puts a sold-out drop back on sale; the last one taken sells it out.
  return drop.remaining === 0 ? 'sold_out' : 'live'
}

export type EarlyOffer = 'offered' | 'sold_out' | 'ended' | 'none'

export function earlyOffer(
  patches: readonly { grantsEarlyAccess: boolean; left: number }[],
  status: DropStatus,
): EarlyOffer {
  const early = patches.filter((patch) => patch.grantsEarlyAccess)
  if (early.length === 0) return 'none'
  if (status !== 'coming_soon') return 'ended'
  return early.some(({ left }) => left > 0) ? 'offered' : 'sold_out'
}

/** In the past if it is not written yet. Sales change the status too, at times nobody can know. */
export function dueTransition(drop: DropLifecycle, now: Date): Date | undefined {
  if (drop.status === 'archived') return undefined
  const isLaunchDue = drop.status === 'coming_soon' && statusAt(drop, now) !== 'archived'
  return (isLaunchDue ? (drop.launchDate ?? drop.endDate) : drop.endDate) ?? undefined
}

export function mayHold(drop: DropLifecycle, now: Date) {
  const status = statusAt(drop, now)
  if (status !== 'live') return refuse(status)
  if (drop.pausedAt) return refuse('paused')
  return allowed
}

export function mayChooseVariant(variantIds: readonly string[], chosen: string | undefined) {
  if (chosen !== undefined) return variantIds.includes(chosen) ? allowed : refuse('variant_gone')
  return variantIds.length > 1 ? refuse('variant_missing') : allowed
}

export function startingVariant<Variant extends { priceCents: number }>(
  variants: readonly Variant[],
): Variant | undefined {
  if (variants.length < 2) return undefined
  return variants.reduce((best, each) => (each.priceCents < best.priceCents ? each : best))
}

export function chosenVariant<Variant extends { id: string; priceCents: number }>(
  variants: readonly Variant[],
  id: string | undefined,
): Variant | undefined {
  const starting = startingVariant(variants)
  return starting && (variants.find((variant) => variant.id === id) ?? starting)
}

export const earlyAccessMs = 24 * hour

function earlyAccessStart({ launchDate }: Pick<DropLifecycle, 'launchDate'>): Date | undefined {
  return launchDate ? after(launchDate, -earlyAccessMs) : undefined
}

export function isEarlyAccess(drop: DropLifecycle, now: Date): boolean {
  const from = earlyAccessStart(drop)
  return statusAt(drop, now) === 'coming_soon' && !drop.pausedAt && from !== undefined && from <= now
}

/** The drawing has a line for each unit, and the page a button: more would run together. */
export const maxUnits = 100

export function percentSold({ total, remaining }: { total: number; remaining: number }): number {
  return total ? ((total - remaining) / total) * 100 : 0
}

/** Units by state. `remaining` counts every unit that is not taken, as in the specification. */
export type UnitCounts = { total: number; open: number; held: number; taken: number; remaining: number }

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

export function packUnits(states: readonly UnitState[]): string {
  return states.map((state) => state[0]).join('')
}

const byLetter: Record<string, UnitState> = { o: 'open', h: 'held', t: 'taken' }

/** Decodes `packUnits`. An unknown letter counts as taken, so that nothing is promised. */
export function unpackUnits(packed: string): UnitState[] {
  return Array.from(packed, (letter) => byLetter[letter] ?? 'taken')
}

export function dropTopic(slug: string): string {
  return `drop:${slug}`
}

export type DropLiveState = ReturnType<typeof liveStateOf>

export function liveStateOf({ status, pausedAt, units }: Required<Omit<Followed, 'slug'>>) {
  return { status, paused: pausedAt !== null, units: packUnits(units) }
}

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

export type UnitChange = { number: number; to: UnitState }

export function unitChanges(before: readonly UnitState[], after: readonly UnitState[]): UnitChange[] {
  return after.flatMap((to, index) =>
    before[index] && before[index] !== to ? [{ number: index + 1, to }] : [],
  )
}

export function strokeStates(status: DropStatus, units: readonly UnitState[]): UnitState[] {
  return units.map((state) => (status === 'coming_soon' && state === 'open' ? 'held' : state))
}

/** As a list of units shows them: of a run that is closed, nothing is left. */
export function shownUnits(status: DropStatus, units: readonly UnitState[]): UnitState[] {
  return status === 'archived' ? units.map(() => 'taken') : strokeStates(status, units)
}

export const artFiles = {
  'hero-wide': 'heroWide',
  'hero-phone': 'heroPhone',
  'home-wide': 'homeWide',
  'home-phone': 'homePhone',
  'current-drop': 'currentDrop',
  card: 'card',
  poster: 'poster',
} as const

export type ArtFile = keyof typeof artFiles

/** The address of a drop's artwork. The version makes it cacheable forever. */
export function artPath(slug: string, file: ArtFile, version: string): string {
  return `/art/drops/${slug}/${file}.svg?v=${version}`
}

export const patchWidths = [240, 480, 960] as const

export type Picture = { src: string; srcSet: string }

export function dropPatchPicture(slug: string, version: string): Picture {
  return picture((width) => `/art/drops/${slug}/patch-${width}.webp?v=${version}`)
}

/** Where a patch is sold: on the page of its drop. */
export function patchPath(slug: string): string {
  return `/drops/${slug}#patches`
}

export function patchPicture(id: string, version: string): Picture {
  return picture((width) => patchPictureAt(id, version, width))
}

export function patchPictureAt(id: string, version: string, width: (typeof patchWidths)[number]): string {
  return `/art/patches/${id}/${width}.webp?v=${version}`
}

function picture(at: (width: (typeof patchWidths)[number]) => string): Picture {
  return { src: at(480), srcSet: patchWidths.map((width) => `${at(width)} ${width}w`).join(', ') }
}

type Followed = { slug: string; status: DropStatus; pausedAt: Date | null; units?: readonly UnitState[] }

/** A part of a page without `units` follows the status alone. */
export function followDrop({ slug, status, pausedAt, units }: Followed, house = 0) {
  return {
    'data-live': dropTopic(slug),
    'data-status': status,
    'data-paused': String(pausedAt !== null),
    'data-units': units && packUnits(units),
    'data-house': house || undefined,
  }
}

export type DropFigures = ReturnType<typeof figuresOf>

export function figuresOf(units: readonly UnitState[], house = 0) {
  const counts = countUnits(units)
  return { ...counts, sold: counts.taken - house, percent: Math.round(percentSold(counts)) }
}

export function fillFigures(words: string, figures: DropFigures, some?: keyof DropFigures): string {
  if (some && figures[some] === 0) return ''
  return words.replaceAll(/\{(\w+)\}/g, (_, name: keyof DropFigures) => formatCount(figures[name]))
}

/** Puts a number in the place of `{}`. `site/picker.ts` does it for the chosen one, where an attribute has the template. */
export function withNumber(template: string, number: number | undefined): string {
  return template.replaceAll('{}', String(number ?? ''))
}

export function unitLabel(number: number, state: UnitState | 'house' | 'mine'): string {
  return `Number ${number}, ${state === 'house' ? 'set aside for the house' : state === 'mine' ? 'held for you' : state}`
}

export function changeWords(changes: readonly UnitChange[], openLeft: number): string {
  if (changes.length === 0) return ''
  if (changes.length > 3)
    return `${changes.length} numbers changed. ${openLeft} ${openLeft === 1 ? 'is' : 'are'} open now.`
  return changes.map(({ number, to }) => `Number ${number} ${changeVerbs[to]}.`).join(' ')
}

const changeVerbs: Record<UnitState, string> = {
  open: 'is open again',
  held: 'was just held',
  taken: 'was just taken',
}

export type Addressed = { slug: string; smallBatch: SmallBatch | null }

/** The page of a drop. A build window is shown at its release, so that a section that is off closes it. */
export function dropPath({ slug, smallBatch }: Addressed): string {
  return smallBatch ? `/small-batch/${smallBatch}` : `/drops/${encodeURIComponent(slug)}`
}

export function reserveAddress(drop: Addressed, number: number | null, variant?: string): string {
  const query = new URLSearchParams({
    ...(number !== null && { number: String(number) }),
    ...(variant && { variant }),
  })
  return `${dropPath(drop)}/reserve${query.size > 0 ? `?${query}` : ''}`
}

export const offerChoicePath = (orderId: string) => `/drops/offers/${orderId}`

/** The id of a number in a cart, with its variant where there is a choice: `guerrilla-vol-1_7`. */
export function cartIdOf(slug: string, number: number, variant?: string): string {
  return [slug, number, variant].filter(Boolean).join('_')
}

const cartIdPattern =
  /^(?<slug>[a-z0-9-]+)_(?<number>[1-9]\d{0,3})(?:_(?<variant>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/

export function parseCartId(id: string): { slug: string; number: number; variant?: string } | undefined {
  const { slug, number, variant } = cartIdPattern.exec(id)?.groups ?? {}
  return slug && number ? { slug, number: Number(number), ...(variant && { variant }) } : undefined
}

export const vaultPath = '/drops/vault'

export type VaultFilter = { search: string; category: DropCategory | 'all'; status: DropStatus | 'all' }

export const noFilter: VaultFilter = { search: '', category: 'all', status: 'all' }

export function parseVaultFilter(query: URLSearchParams): VaultFilter {
  const raw = { category: query.get('category'), status: query.get('status') }
  return {
    search: (query.get('q') ?? '').slice(0, 80),
    category: dropCategories.find((category) => category === raw.category) ?? noFilter.category,
    status: dropStatuses.find((status) => status === raw.status) ?? noFilter.status,
  }
}

export function vaultQuery({ search, category, status }: VaultFilter): URLSearchParams {
  const raw = Object.entries({ q: search.trim() && search, category, status })
  return new URLSearchParams(raw.filter(([, value]) => value && value !== 'all'))
}
