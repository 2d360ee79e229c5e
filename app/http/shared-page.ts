/** Marks what is the same for everybody; it never leaves the server. */
export const sharedMark = 'X-Shared-Page'

/**
 * Headers of a page that is the same for every verified visitor: the server may keep it and answer others with it.
 * Whatever differs from visitor to visitor must not be in such a page; it is read in the browser, or has a route of
 * its own. Return these from a route's `headers`, and export a `SharedHandle`: without it the page is not kept.
 */
export const sharedPage = { [sharedMark]: 'yes' } as const

/**
 * What a route whose page may be shared exports as `handle`. `sharedParams` are the search parameters that its loader and
 * its components read. The server renders the page without any other, so that a page has no more copies than it has
 * contents, and without the visitor's headers.
 */
export type SharedHandle = { sharedParams: readonly string[] }
