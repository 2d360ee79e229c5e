import { ownColorStyle } from '#app/art/art-theme.ts'
import { explodedMoves, explodedParts as partsInOrder, explodedSheet } from '#app/art/blueprint/exploded.ts'
import { redirect } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { formatDay } from '#app/kit/dates.ts'
import { dropPatchPicture, type Addressed, dropPath, parseSmallBatch, patchPicture } from '../rules.ts'
import type { PhotoSet } from '../../photos/rules.ts'
import { findPhotos, listCovers, listPhotoSets, type PhotoContext } from '../../photos/store.server.ts'
import { ownColorsOf, buildOf, rifleWords } from '../rules/art.ts'
import { isPlain } from '#app/art/relief/finish.ts'
import { artPathsOf, patchSubjects, receiverVersion } from '../store/artwork.server.ts'
import {
  countEarlierDrops,
  type Drop,
  findDrop,
  findWindow,
  listWindowAddresses,
} from '../store/drops.server.ts'
import { listPatches } from '../store/patches.server.ts'
import { dropWords, stampOf } from '../words.ts'

type Params = { slug?: string | undefined; line?: string | undefined }

/** A build window is reached only at its release: `/drops/` leads there. */
export async function requireDrop(db: Db, { slug = '', line }: Params, now: Date, below = ''): Promise<Drop> {
  const batch = parseSmallBatch(line)
  const drop =
    line === undefined ? await findDrop(db, slug, now) : batch && (await findWindow(db, batch, now))
  if (!drop && line !== undefined)
    throw notFound('Release not found', { link: { to: '/small-batch', label: 'All small-batch releases' } })
  if (!drop) throw notFound(dropWords.notFound.title, dropWords.notFound)
  if (drop.smallBatch && line === undefined) throw redirect(dropPath(drop) + below, 307)
  return drop
}

/** Like `requireDrop`, for a hold: it reads no drop that its statement reads anyway. */
export async function requireAddress(db: Db, params: Params, now: Date): Promise<Addressed> {
  if (params.line !== undefined) return requireDrop(db, params, now)
  const window = (await listWindowAddresses(db, now)).find(({ slug }) => slug === params.slug)
  if (window) throw redirect(`${dropPath(window)}/reserve`, 307)
  return { slug: params.slug ?? '', smallBatch: null }
}

/** A drop as pages show it, with its days in the shop's zone: `Dec 14, 2026`. */
export function toDropView<Of extends Drop>(drop: Of, timeZone: string) {
  const { slug, patchArtworkUrl, launchDate, endDate } = drop
  const art = artPathsOf(drop)
  const { own } = patchSubjects(drop, [])
  return {
    ...drop,
    path: dropPath(drop),
    opensOn: launchDate ? formatDay(launchDate, timeZone) : '',
    closesOn: endDate ? formatDay(endDate, timeZone) : '',
    stamp: stampOf(drop, timeZone),
    art: {
      heroWide: art('hero-wide'),
      heroPhone: art('hero-phone'),
      card: art('card'),
      poster: art('poster'),
      caseDrawing: `/art/drops/${slug}/case.svg?v=${own.version}`,
    },
    patch: patchArtworkUrl
      ? { src: patchArtworkUrl, srcSet: patchArtworkUrl }
      : dropPatchPicture(slug, own.version),
    ownColors: ownColorStyle(ownColorsOf(drop)),
  }
}

export type DropView = ReturnType<typeof toDropView<Drop>>

export async function withPhotos(ctx: PhotoContext, { variants }: Drop) {
  const ids = variants.map(({ id }) => id)
  const photos = ids.length > 1 ? await listPhotoSets(ctx, 'variant', ids) : {}
  return variants.map((variant) => ({ ...variant, photos: photos[variant.id] }))
}

/** `patchesOf`: the drop whose patches are shown; none while it is a draft. */
export async function readDropPage(shop: Shop, drop: Drop, patchesOf: { id: string } | undefined) {
  const { db, timeZone } = shop
  const now = shop.now()
  const { slug, variants, dropNumber } = drop
  const patches = patchesOf ? await listPatches(db, patchesOf.id, now) : []
  const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  const [photos, ofPatches, ofVariants, earlier] = await Promise.all([
    findPhotos(shop, 'drop', slug),
    listCovers(shop, 'patch', idsOf(patches)),
    listPhotoSets(shop, 'variant', idsOf(variants)),
    countEarlierDrops(db, dropNumber),
  ])
  const { sold } = patchSubjects(drop, patches)
  const view = toDropView(drop, timeZone)
  return {
    theme: drop.theme,
    ownColors: view.ownColors,
    drop: view,
    photos,
    receiver: receiverViews(view, ofVariants),
    variants: variants.map((variant) => ({ ...variant, photos: ofVariants[variant.id] })),
    story: drop.story ?? drop.description ?? dropWords.story,
    patches: patches.map(({ dropId: _, imageUrl, ...patch }, index) => ({
      ...patch,
      photo: ofPatches[patch.id],
      picture: imageUrl
        ? { src: imageUrl, srcSet: imageUrl }
        : patchPicture(patch.id, sold[index]?.version ?? ''),
    })),
    earlier,
    now,
    timeZone,
  }
}

export type DropPageView = Awaited<ReturnType<typeof readDropPage>>

function receiverViews(drop: DropView, ofVariants: Readonly<Record<string, PhotoSet>>) {
  const { variants } = drop
  const [first] = variants
  const build = buildOf(rifleWords(drop, first))
  return {
    base: `/art/drops/${drop.slug}`,
    version: receiverVersion(drop),
    platform: build.platform,
    isSurvey: drop.theme === 'guerrilla',
    isLined:
      drop.theme !== 'noir' && !isPlain([first?.finish, first?.description].filter(Boolean).join('. ')),
    stamp: drop.stamp,
    variants: (variants.length > 0 ? variants : [undefined]).map((variant) => ({
      id: variant?.id,
      finish: variant?.finish ?? '',
      photo: (variant && ofVariants[variant.id]?.cover) ?? null,
    })),
    parts: explodedParts(build, first?.barrel || drop.barrel),
  }
}

const partNames = {
  upper: 'Upper receiver',
  lower: 'Lower receiver',
  barrel: 'Barrel',
  handguard: 'Handguard',
  muzzle: 'Muzzle device',
  stock: 'Stock',
  magazine: 'Magazine',
}

const nameStep = 0.05

function explodedParts(build: ReturnType<typeof buildOf>, barrel: string) {
  const { frame, layers, boxes } = explodedSheet(build)
  const places = new Map(
    [...boxes].map(([name, { left, right, bottom }]) => {
      const down = (frame.x + frame.width - (left + right) / 2) / frame.width
      return [name, { down, across: (bottom - frame.y) / frame.height }]
    }),
  )
  let last = -1
  for (const place of [...places.values()].toSorted((a, b) => a.down - b.down))
    last = place.down = Math.max(place.down, last + nameStep)
  return {
    ratio: frame.width / frame.height,
    layers: layers.map(({ name }) => {
      const [dx, dy] = explodedMoves(name)
      return { name, dx: dx / frame.width, dy: dy / frame.height }
    }),
    names: partsInOrder.map((name) => ({
      name: name === 'barrel' && barrel ? `Barrel, ${barrel}` : partNames[name],
      ...(places.get(name) ?? { down: 0, across: 0 }),
    })),
  }
}
