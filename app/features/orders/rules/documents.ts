/** The kinds of documents that staff request of a buyer: what a review under state law may turn on. */
export const documentKinds = ['photo_id', 'residence', 'trust', 'permit', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]
