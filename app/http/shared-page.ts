/** Internal header of a page that is the same for everybody; it never leaves the server. */
export const sharedMark = 'X-Shared-Page'

/** The server may cache it, so nothing that differs between visitors may be in it. Needs a `SharedHandle`: without it the page is not cached. */
export const sharedPage = { [sharedMark]: 'yes' } as const

/** Rendered with these search parameters alone, so that it has no more copies than contents, and without the visitor's headers. */
export type SharedHandle = { sharedParams: readonly string[] }
