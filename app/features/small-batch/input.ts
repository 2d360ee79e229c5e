import { z } from 'zod'
import { type ReleaseSlug, releaseSlugs } from './rules.ts'

/** Reads the line an address names, or undefined. */
export function parseReleaseSlug(text: string | undefined): ReleaseSlug | undefined {
  return z.enum(releaseSlugs).safeParse(text).data
}
