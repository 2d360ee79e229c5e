/** Internal header of a page that is the same for everybody; it never leaves the server. */
export const sharedMark = 'X-Shared-Page'

/**
 * Headers of a page that is the same for every verified visitor: the server may cache it. Anything that differs between
 * visitors must not be in such a page; it is read in the browser, or has its own route. Return these from a route's
 * `headers`, and export a `SharedHandle`: without it the page is not cached.
 */
export const sharedPage = { [sharedMark]: 'yes' } as const

/**
 * The `handle` export of a route whose page may be shared. `sharedParams` are the search parameters that its loader and
 * components read. The server renders the page without any others, so that it has no more copies than contents, and
 * without the visitor's headers.
 */
export type SharedHandle = { sharedParams: readonly string[] }
