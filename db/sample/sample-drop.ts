import type { drops, patches } from '#app/features/drops/tables.ts'

/** Days after the installation (negative: before), and the hour in the shop's zone. */
export type RelativeHour = { days: number; hour: number }

type Drop = typeof drops.$inferInsert
type Patch = typeof patches.$inferInsert

/** Its dates are relative to the installation. */
export type SampleDrop = Pick<
  Drop,
  | 'slug'
  | 'name'
  | 'smallBatch'
  | 'maxPerBuyer'
  | 'artSeed'
  | 'status'
  | 'category'
  | 'theme'
  | 'dropNumber'
  | 'totalUnits'
  | 'caliber'
  | 'barrel'
> & {
  tagline: string
  description: string
  /** Paragraphs, stored with empty lines between them. */
  story: string[]
  /** US cents. */
  basePrice: number
  launch: RelativeHour
  end: RelativeHour | null
  /** Minutes from the launch until the last unit was taken. */
  soldOutAfterMinutes: number | null
  taken: number[] | 'all'
  variants: [name: string, description: string, finish: string][]
  patches: Omit<Patch, 'id' | 'dropId'>[]
}
