import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import type { OwnColors } from '#app/art/art-theme.ts'
import type { ArtPhase } from '#app/art/art-style.ts'
import type { ArtSubject } from '#app/art/drawing.ts'
import { type DropStatus, type DropTheme, countUnits } from '../rules.ts'
import type { Drop, DropVariant } from '../store/drops.server.ts'
import type { ReceiverSubject } from '#app/art/relief/receiver-frame.ts'

export const receiverWidths = [640, 1280] as const
export const receiverFormats = ['avif', 'webp'] as const

type ReceiverPictures = { base: string; version: string }

export function receiverSrcSet(
  { base, version }: ReceiverPictures,
  variant: number,
  format: (typeof receiverFormats)[number],
): string {
  return receiverWidths
    .map((width) => `${base}/receiver-${variant}-${width}.${format}?v=${version} ${width}w`)
    .join(', ')
}

/** Increase when the drawing of close views changes: it invalidates those that are cached. */
export const receiverRevision = 4

type Variant = Pick<DropVariant, 'description' | 'caliber' | 'barrel' | 'finish'>

export function receiverSubject(drop: Drop, variant: Variant | undefined): ReceiverSubject {
  const { name, totalUnits: total, status } = drop
  const isClosed = status === 'sold_out' || status === 'archived'
  return {
    art: artSubject(drop),
    engraved: { dropName: name, total },
    build: buildOf(rifleWords(drop, variant)),
    finish: [variant?.finish, variant?.description].filter(Boolean).join('. '),
    own: ownColorsOf(drop),
    isTease: status === 'coming_soon',
    ...(isClosed && { text: `${countUnits(drop.units).taken}/${total}` }),
  }
}

export function rifleWords(
  drop: Pick<Drop, 'caliber' | 'barrel'>,
  variant: Omit<Variant, 'finish'> | undefined,
): string {
  const barrel = variant?.barrel || drop.barrel
  return [variant?.description, variant?.caliber || drop.caliber, barrel && `${barrel} barrel`]
    .filter(Boolean)
    .join(', ')
}

/** The rifle of a description: `9 mm` is the AR-9, else the AR-15, with the stated barrel length. */
export function buildOf(description: string): Build {
  const platform = STARTING_BUILDS[/\b9(?: ?[×x] ?19)? ?mm\b/i.test(description) ? 'ar9' : 'ar15']
  const barrelIn = Number(/([\d.]+) in(?:ch)? barrel/.exec(description)?.[1] ?? platform.barrelIn)
  const handguard = { ...platform.handguard, lengthIn: Number((barrelIn - 1).toFixed(2)) }
  return { ...platform, barrelIn, handguard, stock: 'sopmod', optic: null }
}

export function artPhase(status: DropStatus): ArtPhase | undefined {
  if (status === 'live') return undefined
  return status === 'coming_soon' ? 'tease' : 'finished'
}

type Closing = Pick<Drop, 'status' | 'soldOutAt' | 'endDate'>

export function closedMoment({ status, soldOutAt, endDate }: Closing): Date | null {
  if (artPhase(status) !== 'finished') return null
  return soldOutAt ?? (status === 'archived' ? endDate : null)
}

/** The themes that draw the number of a drop. The artwork of the others is the same under every number, and drawn once. */
const numbered: ReadonlySet<DropTheme> = new Set(['cyber', 'noir'])

type Drawn = Pick<Drop, 'slug' | 'theme' | 'dropNumber' | 'totalUnits' | 'artSeed'>

export function artSubject({ slug, theme, dropNumber, totalUnits, artSeed }: Drawn): ArtSubject {
  return {
    slug: artSeed || slug,
    theme,
    dropNumber: numbered.has(theme) ? dropNumber : 0,
    total: totalUnits,
  }
}

type Colored = Pick<Drop, 'colorPrimary' | 'colorAccent'>

export function ownColorsOf({ colorPrimary, colorAccent }: Colored): OwnColors {
  return { ground: colorPrimary, accent: colorAccent }
}
