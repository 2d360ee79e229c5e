/** Marks what is the same for everybody; it never leaves the server. */
export const sharedMark = 'X-Shared-Page'

/**
 * Headers of a page that is the same for every verified visitor: the server may keep it and answer others with it.
 * Whatever differs from visitor to visitor must not be in such a page; it is read in the browser, or has a route of
 * its own. Return these from a route's `headers`.
 */
export const sharedPage = { [sharedMark]: 'yes' } as const
