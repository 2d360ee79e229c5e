import { type Course, seatsLeft, type Session, type SessionView } from '../../courses/rules.ts'
import type { DropLiveState, DropTheme, Picture } from '../../drops/rules.ts'
import type { PhotoSet } from '../../photos/rules.ts'
import type { ReleaseView } from '../../small-batch/rules.ts'

export type CardArt = { wide: string; phone: string }

export type HomeDrop = {
  slug: string
  name: string
  tagline: string | null
  theme: DropTheme
  ownColors: Record<string, string> | undefined
  totalUnits: number
  launchDate: Date | null
  endDate: Date | null
  live: DropLiveState
  art: CardArt
}

export type HomeArchive = {
  slug: string
  name: string
  theme: DropTheme
  dropNumber: number
  totalUnits: number
  patch: Picture
}

export type HomeData = {
  photos: PhotoSet
  /** Server time. */
  now: Date
  current: HomeDrop | null
  next: HomeDrop | null
  archives: HomeArchive[]
  deposit: string | null
  releases: readonly ReleaseView[]
  courses: HomeCourse[]
}

export type CourseWithDate = Pick<Course, 'slug' | 'name' | 'hours' | 'priceCents' | 'announcedFor'> & {
  next: Session | null
}

export type HomeCourse = Omit<CourseWithDate, 'next'> & { next: Pick<SessionView, 'when' | 'seats'> | null }

const maxCourses = 3

/** The first courses of the catalog, each with the next date on which a seat is free, else its next date. */
export function coursesWithDates(courses: readonly Course[], sessions: readonly Session[]): CourseWithDate[] {
  return courses.slice(0, maxCourses).map(({ slug, name, hours, priceCents, announcedFor }) => {
    const dates = sessions.filter(({ course }) => course.slug === slug)
    const next = dates.find(({ seats }) => seatsLeft(seats) > 0) ?? dates[0] ?? null
    return { slug, name, hours, priceCents, announcedFor, next }
  })
}

export const homeArtFiles = { wide: 'homeWide', phone: 'homePhone' } as const
export type HomeArtFile = keyof typeof homeArtFiles

export function isHomeArtFile(name: string): name is HomeArtFile {
  return name in homeArtFiles
}

/** Raise it when the drawing code changes, so that browsers fetch the new image. */
const homeArtRevision = '2'

/** Version of the hero image: the drawing code and the state of every unit. Browsers can compute it too. */
export function homeArtVersion({ status, units }: Pick<DropLiveState, 'status' | 'units'>): string {
  return `${homeArtRevision}-${status === 'coming_soon' ? 'soon' : 'open'}-${units}`
}

export function homeArtPath(
  slug: string,
  file: HomeArtFile,
  live: Pick<DropLiveState, 'status' | 'units'>,
): string {
  return `/art/home/${slug}/${file}.avif?v=${homeArtVersion(live)}`
}

export const maxArchives = 2
