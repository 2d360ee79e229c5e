import { claimInForce, figureThroughTime, type ClaimView } from '../claims/rules.ts'

/**
 * Every address with a page of its own that a visitor may be sent to. A test compares it with the table in
 * `app/routes.ts`, so a new page is added here too, and every call to action that waited for it appears.
 */
export const publicPaths: ReadonlySet<string> = new Set([
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

/** Addresses of the specification that only lead on to a page which stands. The same test compares them with the table. */
export const redirects: ReadonlySet<string> = new Set(['/build-kit', '/courses', '/products/sbr'])

/** Whether an address inside this site leads somewhere; a place on a page (`/learn#form-4`) stands with its page. */
export function isPublicPath(to: string): boolean {
  const path = to.split(/[?#]/)[0] || '/'
  return publicPaths.has(path) || redirects.has(path)
}

/** Something a page asks its reader to do next. It is shown only while `to` stands. */
export type Call = { label: string; to: string }

/** The calls whose pages stand, in their order. */
export function publicCalls(calls: readonly Call[]): Call[] {
  return calls.filter(({ to }) => isPublicPath(to))
}

/** What a page needs of a claim: its words and figure today, its figure through time, and who says so since when. */
export type CitedClaim = Pick<ClaimView, 'text' | 'figure' | 'source' | 'reviewedOn'> & {
  throughTime: string
}

/** Claims by key. A key without a claim in force is missing. */
export type Cited = { readonly [key: string]: CitedClaim | undefined }

/** Claims ready to be cited, from every period of them. The days of a claim begin and end in `zone`. */
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

/** What stands for a claim inside a sentence: `{tax.sbr}` its figure, `{tax.sbr:time}` its figure through time, `{tax.sbr:text}` all its words. */
const citation = /\{([a-z0-9.]+)(?::(time|text))?\}/g

/** The sentences with their claims filled in. One that cites a claim nobody stands for today is left out. */
export function interpolateClaims(sentences: readonly string[], cited: Cited): string[] {
  return sentences
    .filter((sentence) => citedKeys([sentence]).every((key) => cited[key]))
    .map((sentence) =>
      sentence.replaceAll(citation, (_, key: string, form?: 'time' | 'text') => {
        const claim = cited[key]
        return (form === 'time' ? claim?.throughTime : form === 'text' ? claim?.text : claim?.figure) ?? ''
      }),
    )
}

/** The keys of the claims that sentences cite, each once. */
export function citedKeys(sentences: readonly string[]): string[] {
  return [...new Set(sentences.flatMap((text) => [...text.matchAll(citation)].map(([, key = '']) => key)))]
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
export const pageArtVersion = '2'

/** The address of such a drawing. */
export function pageArtPath(file: PageArt): string {
  return `/art/pages/${file}.svg?v=${pageArtVersion}`
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
