/** The paths of the pages of a platform and of a part. */
export function platformPath(id: string): string {
  return `/platforms/${encodeURIComponent(id)}`
}
export function partPath(id: string): string {
  return `/parts/${encodeURIComponent(id)}`
}

/** The paths of the cards that shared links to a platform and to a part show. */
export function platformCardPath(id: string): string {
  return `/art/builds/share-platform-${encodeURIComponent(id)}.png`
}
export function partCardPath(id: string): string {
  return `/art/builds/share-part-${encodeURIComponent(id)}.png`
}
