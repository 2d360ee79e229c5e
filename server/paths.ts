// What an address says of a request before it is routed. The router ignores case.

const megabyte = 1024 * 1024

/** What takes files, and up to how many bytes: more than its form allows, so that words can answer it. */
const uploads: readonly (readonly [path: RegExp, maxBytes: number])[] = [
  // Staff import catalogs as CSV, of at most 12 million characters.
  [/^\/staff\/catalog\/[\w-]+\/import$/, 48 * megabyte],
  // Buyers' documents, of at most 10 MB, staff's license copies of dealers, and photographs, of at most 25 MB.
  [/^\/(?:orders\/\w+\/documents(?:\/file)?|staff\/dealers\/[\w-]+|staff\/photos\/new)$/, 32 * megabyte],
  // Dealers upload a copy of their license, of at most 5 MB, with their answer.
  [/^\/dealers\/answer\//, 5.5 * megabyte],
]

/** Larger than any form without files. */
const maxFormBytes = megabyte / 4

export function maxBodyBytes(pathname: string): number {
  return uploads.find(([path]) => path.test(pathname))?.[1] ?? maxFormBytes
}

export function isUpload(pathname: string): boolean {
  return maxBodyBytes(pathname) > maxFormBytes
}

/** Orders with their payments, what processors tell about these, and staff. Some of it waits for a gateway. */
const sectionsAhead = new Set(['checkout', 'orders', 'webhooks', 'staff'])

/** Whether an address belongs to who holds something: that goes ahead of new claims and of reading. */
export function isAhead(pathname: string): boolean {
  return sectionsAhead.has(sectionOf(pathname))
}

/** The first segment of a path, in lower case. A query may follow. */
export function sectionOf(path: string): string {
  return (path.split(/[/?]/, 2)[1] ?? '').toLowerCase()
}
