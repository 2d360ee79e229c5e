import { unitMapViews } from '#app/art/art-frames.ts'
import type { ArtCache } from '#app/art/art-cache.server.ts'
import { composeHeroSvg } from '#app/art/drop-art.ts'
import type { FindArt } from '#app/http/art.server.ts'
import { strokeStates } from '#app/features/drops/rules.ts'
import { artSubject, ownColorsOf } from '#app/features/drops/rules/art.ts'
import { artVersion } from '#app/features/drops/store/artwork.server.ts'
import { type Drop, findDrop } from '#app/features/drops/store/drops.server.ts'

export const unitArt: FindArt = async ({ db, now, artwork }, [slug = '', file = '']) => {
  const number = Number(/^(\d{1,4})\.svg$/.exec(file)?.[1] ?? 0)
  const drop = number ? await findDrop(db, slug, now()) : undefined
  if (!drop || number > drop.totalUnits) return undefined
  return { version: artVersion(drop), draw: () => drawUnit(artwork, drop, number) }
}

/** Other releases step back, so that one of fifty is found at a glance. */
const dimOthers = '.u.open{stroke-opacity:.42}.u.held{stroke-opacity:.36}'

function drawUnit(artwork: ArtCache, drop: Drop, mine: number): string {
  const view = unitMapViews[drop.theme]
  const [, , width, height] = view.split(' ')
  return composeHeroSvg(
    artwork.geometry(artSubject(drop), 'heroWide'),
    strokeStates(drop.status, drop.units),
    {
      mine,
      own: ownColorsOf(drop),
    },
  )
    .replace(
      /width="\d+" height="\d+" viewBox="[^"]*"/,
      `width="${width}" height="${height}" viewBox="${view}"`,
    )
    .replace('</style>', `${dimOthers}</style>`)
}
