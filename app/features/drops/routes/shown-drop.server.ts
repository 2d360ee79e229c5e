import { dropPatchPicture, type DropLiveState, packUnits, type Picture } from '../rules.ts'
import { artOf, type Drop, patchSubjects } from '../store.server.ts'

type Plain = Pick<
  Drop,
  | 'slug'
  | 'name'
  | 'tagline'
  | 'category'
  | 'theme'
  | 'dropNumber'
  | 'totalUnits'
  | 'basePrice'
  | 'depositPrice'
  | 'launchDate'
  | 'endDate'
>

/** A drop as pages show it, the same for everybody. What changes while it is looked at is under `live`. */
export type ShownDrop = Plain & {
  live: DropLiveState
  art: { heroWide: string; heroPhone: string; card: string; caseDrawing: string }
  patch: Picture
}

/** Picks out what pages show of a drop, with the addresses of its pictures. */
export function showDrop(drop: Drop): ShownDrop {
  const { slug, name, tagline, category, theme, dropNumber, totalUnits, basePrice, depositPrice } = drop
  const art = artOf(drop)
  const { own } = patchSubjects(drop, 0)
  const given = drop.patchArtworkUrl
  return {
    slug,
    name,
    tagline,
    category,
    theme,
    dropNumber,
    totalUnits,
    basePrice,
    depositPrice,
    launchDate: drop.launchDate,
    endDate: drop.endDate,
    live: {
      status: drop.status,
      paused: drop.pausedAt !== null,
      units: packUnits(drop.units),
    },
    art: {
      heroWide: art('hero-wide'),
      heroPhone: art('hero-phone'),
      card: art('card'),
      caseDrawing: `/art/drops/${slug}/case.svg?v=${own.version}`,
    },
    patch: given
      ? {
          src: given,
          srcSet: given,
        }
      : dropPatchPicture(slug, own.version),
  }
}
