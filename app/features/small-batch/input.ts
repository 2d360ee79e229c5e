import { z } from 'zod'
import { type ReleaseSlug, releaseSlugs } from './rules.ts'

/** Parses the slug of a release, or undefined. */
export function parseReleaseSlug(text: string | undefined): ReleaseSlug | undefined {
  return z.enum(releaseSlugs).safeParse(text).data
}
