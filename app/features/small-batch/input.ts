import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'
import { type ReleaseSlug, releaseSlugs } from './rules.ts'

const slotNumber = z.coerce.number().int().min(1).max(50)

/** The form that holds a slot. */
export const reserveInput = z.object({ slot: slotNumber, key: startKey })

/** Parses the slot in a page's address; `undefined` when it is missing or invalid. */
export function parseSlot(text: string | null): number | undefined {
  return slotNumber.safeParse(text || undefined).data
}

/** Parses the slug of a release, or undefined. */
export function parseReleaseSlug(text: string | undefined): ReleaseSlug | undefined {
  return z.enum(releaseSlugs).safeParse(text).data
}
