import { type Course, seatsLeft, type Session } from '../courses/rules.ts'
import type { DropLiveState, DropTheme, Picture } from '../drops/rules.ts'
import type { ShownRelease } from '../small-batch/rules.ts'
import { claimInForce, figureThroughTime, type ShownClaim } from '../claims/rules.ts'

/**
 * Every address with a page of its own that a visitor may be sent to. A test compares it with the table in
 * `app/routes.ts`, so a new page is added here too, and every call to action that waited for it appears.
 */
export const standing: ReadonlySet<string> = new Set([
  '/',
  '/about',
  '/accessories',
  '/build',
  '/ccw-training',
  '/ccw-training/instructors',
  '/ccw-training/register',
  '/contact',
  '/contact/quote',
  '/course-registration',
  '/course-registration/scheduling',
  '/drops',
  '/drops/details',
  '/drops/vault',
  '/faq',
  '/learn',
  '/process-guide',
  '/services',
  '/small-batch',
  '/trust',
  '/vault',
  '/privacy',
  '/terms',
  '/refunds',
  '/accessibility',
])

/** Whether an address inside this site leads somewhere; a place on a page (`/learn#form-4`) stands with its page. */
export function stands(to: string): boolean {
  return standing.has(to.split(/[?#]/)[0] || '/')
}

/** Something a page asks its reader to do next. It is shown only while `to` stands. */
export type Call = { label: string; to: string }

/** The calls whose pages stand, in their order. */
export function standingCalls(calls: readonly Call[]): Call[] {
  return calls.filter(({ to }) => stands(to))
}

/** What a page needs of a claim: its words and figure today, its figure through time, and who says so since when. */
export type CitedClaim = Pick<ShownClaim, 'text' | 'figure' | 'source' | 'reviewedOn'> & {
  throughTime: string
}

/** Claims by key. A key without a claim in force is missing. */
export type Cited = { readonly [key: string]: CitedClaim | undefined }

/** Claims ready to be cited, from every period of them. The days of a claim begin and end in `zone`. */
export function citeClaims(rows: readonly ShownClaim[], now: Date, zone: string): Cited {
  const keys = [...new Set(rows.map((row) => row.key))]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const periods = rows.filter((row) => row.key === key)
      const current = claimInForce(periods, now, zone)
      if (!current) return []
      const { text, figure, source, reviewedOn } = current
      return [[key, { text, figure, source, reviewedOn, throughTime: figureThroughTime(periods) }]]
    }),
  )
}

/** What stands for a claim inside a sentence: `{tax.sbr}` its figure, `{tax.sbr:time}` its figure through time, `{tax.sbr:text}` all its words. */
const citation = /\{([a-z0-9.]+)(?::(time|text))?\}/g

/** The sentences with their claims filled in. One that cites a claim nobody stands for today is left out. */
export function fillIn(sentences: readonly string[], cited: Cited): string[] {
  return sentences
    .filter((sentence) => keysIn([sentence]).every((key) => cited[key]))
    .map((sentence) =>
      sentence.replaceAll(citation, (_, key: string, form?: 'time' | 'text') => {
        const claim = cited[key]
        return (form === 'time' ? claim?.throughTime : form === 'text' ? claim?.text : claim?.figure) ?? ''
      }),
    )
}

/** The keys of the claims that sentences cite, each once. */
export function keysIn(sentences: readonly string[]): string[] {
  return [...new Set(sentences.flatMap((text) => [...text.matchAll(citation)].map(([, key = '']) => key)))]
}

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
  /** The address of its artwork for the card. */
  art: string
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
  releases: readonly ShownRelease[]
  /** The first courses of the catalogue, each with its next date. */
  courses: HomeCourse[]
  /** The shop's time zone, in which days are told. */
  zone: string
}

/** A course on the home page with its next session that has a seat, or the next one there is. */
export type HomeCourse = Pick<Course, 'slug' | 'name' | 'hours' | 'priceCents' | 'announcedFor'> & {
  next: Pick<Session, 'id' | 'startsAt' | 'seats'> | null
}

/** How many courses the home page shows. */
const coursesAtHome = 3

/** The first courses of the catalogue, each with the next date on which a seat is free, else its next date. */
export function coursesWithDates(courses: readonly Course[], sessions: readonly Session[]): HomeCourse[] {
  return courses.slice(0, coursesAtHome).map(({ slug, name, hours, priceCents, announcedFor }) => {
    const dates = sessions.filter(({ course }) => course.slug === slug)
    const next = dates.find(({ seats }) => seatsLeft(seats) > 0) ?? dates[0]
    return {
      ...{ slug, name, hours, priceCents, announcedFor },
      next: next ? { id: next.id, startsAt: next.startsAt, seats: next.seats } : null,
    }
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
const homeArtEdition = '1'

/** What the home page's picture depends on: the drawing, and the state of every unit. Any browser can tell it from what it shows. */
export function homeArtVersion({ status, units }: Pick<DropLiveState, 'status' | 'units'>): string {
  return `${homeArtEdition}-${status === 'coming_soon' ? 'soon' : 'open'}-${units}`
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
  Listed extends { status: string; dropNumber: number; counts: { remaining: number } },
>(drops: readonly Listed[], most = 2): Listed[] {
  return drops
    .filter(
      ({ status, counts }) => (status === 'archived' || status === 'sold_out') && counts.remaining === 0,
    )
    .toSorted((a, b) => a.dropNumber - b.dropNumber)
    .slice(0, most)
}

/** The drop that opens next: the earliest launch among those to come. */
export function nextToOpen<Listed extends { status: string; launchDate: Date | null }>(
  drops: readonly Listed[],
): Listed | undefined {
  return drops
    .filter(({ status, launchDate }) => status === 'coming_soon' && launchDate)
    .toSorted((a, b) => Number(a.launchDate) - Number(b.launchDate))[0]
}

/**
 * Drawings that pages show as pictures, with the size each is drawn at: drawn in the page they would bring the whole
 * drafting board into the browser's script.
 */
export const pageArt = {
  'build-call': { width: 1238, height: 517 },
  'build-call-phone': { width: 390, height: 190 },
  'process-design': { width: 648, height: 252 },
  'process-register': { width: 648, height: 252 },
  'process-case': { width: 720, height: 317 },
  'process-suppressor': { width: 720, height: 310 },
  'service-bench': { width: 330, height: 108 },
  'service-barrel': { width: 360, height: 148 },
  'learn-short': { width: 752, height: 292 },
  'learn-shorter': { width: 752, height: 292 },
  'learn-neither': { width: 752, height: 292 },
} as const
export type PageArt = keyof typeof pageArt

/** To be raised when one of these drawings changes, so that no browser keeps the old one. */
export const pageArtEdition = '1'

/** The address of such a drawing. */
export function pageArtPath(file: PageArt): string {
  return `/art/pages/${file}.svg?v=${pageArtEdition}`
}

/** A rifle on the learning page, with the lengths that the law looks at in inches. */
export type MeasuredRifle = {
  name: string
  art: PageArt
  barrelIn: number
  overallIn: number
  barrelUnderLimit: boolean
  overallUnderLimit: boolean
  shortBarreled: boolean
  limits: { barrelIn: number; overallIn: number }
}

/** The process guide as a document to keep. A link to it needs `reloadDocument`: it is no page of the router's. */
export const guidePath = '/process-guide.pdf'
