export const documentKinds = ['photo_id', 'residence', 'trust', 'permit', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]
