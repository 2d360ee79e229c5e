import { type Course, seatsLeft, type Session, type SessionView } from '../../courses/rules.ts'
import type { DropLiveState, DropTheme, Picture } from '../../drops/rules.ts'
import type { ReleaseView } from '../../small-batch/rules.ts'

/** Artwork behind a card: as wide as the page, and for phones. */
export type CardArt = { wide: string; phone: string }

/** The drop that the home page leads with, or one that is about to open. `live` changes while the page is looked at. */
export type HomeDrop = {
  slug: string
  name: string
  tagline: string | null
  theme: DropTheme
  totalUnits: number
  launchDate: Date | null
  endDate: Date | null
  live: DropLiveState
  /** The addresses of its artwork for the card. */
  art: CardArt
}

/** A closed drop on the home page. */
export type HomeArchive = {
  slug: string
  name: string
  theme: DropTheme
  dropNumber: number
  totalUnits: number
  patch: Picture
}

/** Everything the sections of the home page show. */
export type HomeData = {
  /** The server's present moment. */
  now: Date
  /** The newest live drop. */
  current: HomeDrop | null
  /** The next drop to open. */
  next: HomeDrop | null
  /** The pictures of the first screen, for the state in which the page was asked for. */
  light: Record<HomeArtFile, string> | null
  archives: HomeArchive[]
  /** The reservation deposit as the shop states it, if it does today. */
  deposit: string | null
  /** The build windows of the three lines. */
  releases: readonly ReleaseView[]
  /** The first courses of the catalog, each with its next date. */
  courses: HomeCourse[]
}

/** A course with its next session that has a seat, or the next one there is. */
export type CourseWithDate = Pick<Course, 'slug' | 'name' | 'hours' | 'priceCents' | 'announcedFor'> & {
  next: Session | null
}

/** The same as the home page shows it. */
export type HomeCourse = Omit<CourseWithDate, 'next'> & { next: Pick<SessionView, 'when' | 'seats'> | null }

/** How many courses the home page shows. */
const maxCourses = 3

/** The first courses of the catalog, each with the next date on which a seat is free, else its next date. */
export function coursesWithDates(courses: readonly Course[], sessions: readonly Session[]): CourseWithDate[] {
  return courses.slice(0, maxCourses).map(({ slug, name, hours, priceCents, announcedFor }) => {
    const dates = sessions.filter(({ course }) => course.slug === slug)
    const next = dates.find(({ seats }) => seatsLeft(seats) > 0) ?? dates[0] ?? null
    return { slug, name, hours, priceCents, announcedFor, next }
  })
}

/** The pictures of the home page's first screen, by file name. */
export const homeArtFiles = { wide: 'homeWide', phone: 'homePhone' } as const
export type HomeArtFile = keyof typeof homeArtFiles

/** Whether there is such a picture. */
export function isHomeArtFile(name: string): name is HomeArtFile {
  return name in homeArtFiles
}

/** Raised when the drawing itself changes, so that no browser keeps the old one. */
const homeArtRevision = '2'

/** What the home page's picture depends on: the drawing, and the state of every unit. Any browser can tell it from what it shows. */
export function homeArtVersion({ status, units }: Pick<DropLiveState, 'status' | 'units'>): string {
  return `${homeArtRevision}-${status === 'coming_soon' ? 'soon' : 'open'}-${units}`
}

/** The address of the home page's picture of a drop. */
export function homeArtPath(
  slug: string,
  file: HomeArtFile,
  live: Pick<DropLiveState, 'status' | 'units'>,
  ending: 'svg' | 'avif' = 'svg',
): string {
  return `/art/home/${slug}/${file}.${ending}?v=${homeArtVersion(live)}`
}

/** The two oldest drops of which every number is owned: the vault keeps the first ones in its window. */
export function soldOutArchives<
  D extends { status: string; dropNumber: number; counts: { remaining: number } },
>(drops: readonly D[], limit = 2): D[] {
  return drops
    .filter(
      ({ status, counts }) => (status === 'archived' || status === 'sold_out') && counts.remaining === 0,
    )
    .toSorted((a, b) => a.dropNumber - b.dropNumber)
    .slice(0, limit)
}

/** The drop that opens next: the earliest launch among those to come. */
export function nextLaunch<D extends { status: string; launchDate: Date | null }>(
  drops: readonly D[],
): D | undefined {
  return drops
    .filter(({ status, launchDate }) => status === 'coming_soon' && launchDate)
    .toSorted((a, b) => Number(a.launchDate) - Number(b.launchDate))[0]
}
