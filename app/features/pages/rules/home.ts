import { type Course, seatsLeft, type Session, type SessionView } from '../../courses/rules.ts'
import type { DropLiveState, DropTheme, Picture } from '../../drops/rules.ts'
import type { PhotoSet } from '../../photos/rules.ts'
import type { ReleaseView } from '../../small-batch/rules.ts'

/** Card artwork for wide screens and for phones. */
export type CardArt = { wide: string; phone: string }

/** The current or next drop on the home page. `live` is updated while the page is open. */
export type HomeDrop = {
  slug: string
  name: string
  tagline: string | null
  theme: DropTheme
  /** Custom properties of its own colors. */
  ownColors: Record<string, string> | undefined
  totalUnits: number
  launchDate: Date | null
  endDate: Date | null
  live: DropLiveState
  /** Addresses of its card artwork. */
  art: CardArt
}

/** A sold-out drop on the home page. */
export type HomeArchive = {
  slug: string
  name: string
  theme: DropTheme
  dropNumber: number
  totalUnits: number
  patch: Picture
}

/** Data of the home page. */
export type HomeData = {
  /** The page's own photographs. */
  photos: PhotoSet
  /** Server time. */
  now: Date
  /** The newest live drop. */
  current: HomeDrop | null
  /** The next drop to open. */
  next: HomeDrop | null
  /** The hero images for the state at load time. */
  light: Record<HomeArtFile, string> | null
  archives: HomeArchive[]
  /** The reservation deposit, from the claim in force. */
  deposit: string | null
  /** The build windows of the three releases. */
  releases: readonly ReleaseView[]
  /** The first courses of the catalog, each with its next date. */
  courses: HomeCourse[]
}

/** A course with its next session with a free seat, else its next session. */
export type CourseWithDate = Pick<Course, 'slug' | 'name' | 'hours' | 'priceCents' | 'announcedFor'> & {
  next: Session | null
}

/** A course for display on the home page. */
export type HomeCourse = Omit<CourseWithDate, 'next'> & { next: Pick<SessionView, 'when' | 'seats'> | null }

/** Number of courses on the home page. */
const maxCourses = 3

/** The first courses of the catalog, each with the next date on which a seat is free, else its next date. */
export function coursesWithDates(courses: readonly Course[], sessions: readonly Session[]): CourseWithDate[] {
  return courses.slice(0, maxCourses).map(({ slug, name, hours, priceCents, announcedFor }) => {
    const dates = sessions.filter(({ course }) => course.slug === slug)
    const next = dates.find(({ seats }) => seatsLeft(seats) > 0) ?? dates[0] ?? null
    return { slug, name, hours, priceCents, announcedFor, next }
  })
}

/** The hero images by file name. */
export const homeArtFiles = { wide: 'homeWide', phone: 'homePhone' } as const
export type HomeArtFile = keyof typeof homeArtFiles

/** Whether this is the name of a hero image. */
export function isHomeArtFile(name: string): name is HomeArtFile {
  return name in homeArtFiles
}

/** Raise it when the drawing code changes, so that browsers fetch the new image. */
const homeArtRevision = '2'

/** Version of the hero image: the drawing code and the state of every unit. Browsers can compute it too. */
export function homeArtVersion({ status, units }: Pick<DropLiveState, 'status' | 'units'>): string {
  return `${homeArtRevision}-${status === 'coming_soon' ? 'soon' : 'open'}-${units}`
}

/** The versioned address of a drop's hero image. */
export function homeArtPath(
  slug: string,
  file: HomeArtFile,
  live: Pick<DropLiveState, 'status' | 'units'>,
  ending: 'svg' | 'avif' = 'svg',
): string {
  return `/art/home/${slug}/${file}.${ending}?v=${homeArtVersion(live)}`
}

/** How many of the oldest sold-out drops the home page shows. */
export const maxArchives = 2
