import { claimInForce, figureThroughTime, type ClaimView } from '../claims/rules.ts'
import { type Course, seatsLeft, type Session } from '../courses/rules.ts'
import type { DropLiveState } from '../drops/rules.ts'

/** A test compares it with `app/routes.ts`. Calls to action are shown only for these. */
export const publicPaths: ReadonlySet<string> = new Set([
  '/',
  '/about',
  '/accessories',
  '/build',
  '/ccw-training',
  '/ccw-training/instructors',
  '/ccw-training/register',
  '/contact',
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

/** Addresses of the specification that redirect to a public page. Checked by the same test. */
export const redirects: ReadonlyMap<string, string> = new Map([
  ['/build-kit', '/build'],
  ['/courses', '/ccw-training'],
  ['/products/sbr', '/build'],
])

export function isPublicPath(to: string): boolean {
  const path = to.split(/[?#]/)[0] || '/'
  return publicPaths.has(path) || redirects.has(path)
}

export type Call = { label: string; to: string }

export function publicCalls(calls: readonly Call[]): Call[] {
  return calls.filter(({ to }) => isPublicPath(to))
}

export type CitedClaim = Pick<ClaimView, 'text' | 'figure' | 'source' | 'reviewedOn'> & {
  throughTime: string
}

export type Cited = { readonly [key: string]: CitedClaim | undefined }

export function toCitedClaims(rows: readonly ClaimView[], now: Date, zone: string): Cited {
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

/** A placeholder: `{tax.sbr}` a claim's figure, `:time` its figure through time, `:text` its sentence; `{email}` a fact. */
const placeholder = /\{([a-zA-Z0-9.]+)(?::(time|text))?\}/g

export type Fill = (key: string, form: 'time' | 'text' | undefined) => string | undefined

export const fillClaims =
  (cited: Cited): Fill =>
  (key, form) => {
    const claim = cited[key]
    return form === 'time' ? claim?.throughTime : form === 'text' ? claim?.text : claim?.figure
  }

/** Words with their placeholders filled in; undefined if one of them has nothing in force. */
export function fillWords(words: string, fill: Fill): string | undefined {
  let isWhole = true
  const filled = words.replaceAll(placeholder, (_, key: string, form?: 'time' | 'text') => {
    const found = fill(key, form)
    isWhole &&= !!found
    return found ?? ''
  })
  return isWhole ? filled : undefined
}

/** The sentences with their claims filled in. Sentences with a claim not in force are omitted. */
export function interpolateClaims(sentences: readonly string[], cited: Cited): string[] {
  return sentences.flatMap((sentence) => fillWords(sentence, fillClaims(cited)) ?? [])
}

export function citedKeys(sentences: readonly string[]): string[] {
  const keys = sentences.flatMap((text) => [...text.matchAll(placeholder)].map(([, key = '']) => key))
  return [...new Set(keys)]
}

/** Shown as images: inline components would pull the blueprint code into the browser bundle. */
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

/** Raise it when one of these drawings changes, so that browsers fetch the new one. */
export const pageArtVersion = '2'

export function pageArtPath(file: PageArt): string {
  return `/art/pages/${file}.svg?v=${pageArtVersion}`
}

/** The process guide as a PDF. Links need `reloadDocument`, because it is not a router page. */
export const guidePath = '/process-guide.pdf'

const maxCourses = 3

export function coursesWithDates(courses: readonly Course[], sessions: readonly Session[]) {
  return courses.slice(0, maxCourses).map((course) => {
    const dates = sessions.filter(({ course: { slug } }) => slug === course.slug)
    return { course, next: dates.find(({ seats }) => seatsLeft(seats) > 0) ?? dates[0] }
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
