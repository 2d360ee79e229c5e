import { dropPatchPicture, type DropLiveState, packUnits, type Picture } from '../rules.ts'
import { artPathsOf, type Drop, patchSubjects } from '../store.server.ts'

type DropFields = Pick<
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

/** A drop for pages, the same for every visitor. `live` holds what changes while the page is open. */
export type DropView = DropFields & {
  live: DropLiveState
  art: { heroWide: string; heroPhone: string; card: string; caseDrawing: string }
  patch: Picture
}

/** Selects the fields that pages use, and adds picture addresses. */
export function toDropView(drop: Drop): DropView {
  const { slug, name, tagline, category, theme, dropNumber, totalUnits, basePrice, depositPrice } = drop
  const art = artPathsOf(drop)
  const { own } = patchSubjects(drop, 0)
  const patchArtworkUrl = drop.patchArtworkUrl
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
    patch: patchArtworkUrl
      ? {
          src: patchArtworkUrl,
          srcSet: patchArtworkUrl,
        }
      : dropPatchPicture(slug, own.version),
  }
}
