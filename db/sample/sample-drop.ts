import type { drops, dropVariants, patches } from '#app/features/drops/tables.ts'

/** A day before (negative) or after the installation, and the hour of the shop's clock on it. */
export type RelativeHour = { days: number; hour: number }

type Drop = typeof drops.$inferInsert
type Variant = typeof dropVariants.$inferInsert
type Patch = typeof patches.$inferInsert

/** A drop of the sample catalog. Its moments are relative to the installation; everything else is fixed. */
export type SampleDrop = Pick<
  Drop,
  'slug' | 'name' | 'status' | 'category' | 'theme' | 'dropNumber' | 'totalUnits'
> & {
  tagline: string
  description: string
  /** Paragraphs, parted by an empty line when stored. */
  story: string[]
  /** US cents. */
  basePrice: number
  launch: RelativeHour
  end: RelativeHour | null
  /** Minutes from the launch until the last unit was taken. */
  soldOutAfterMinutes: number | null
  /** The numbers that are gone, or every one. */
  taken: number[] | 'all'
  variants: Pick<Variant, 'name' | 'description'>[]
  patches: Omit<Patch, 'id' | 'dropId'>[]
}
