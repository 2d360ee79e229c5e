import type { drops, patches } from '#app/features/drops/tables.ts'

/** Days after the installation (negative: before), and the hour in the shop's zone. */
export type RelativeHour = { days: number; hour: number }

type Drop = typeof drops.$inferInsert

/** Its dates are relative to the installation. */
export type SampleDrop = Omit<
  Drop,
  'id' | 'launchDate' | 'endDate' | 'soldOutAt' | 'story' | 'tagline' | 'description'
> & {
  tagline: string
  description: string
  /** Paragraphs, stored with empty lines between them. */
  story: string[]
  launch: RelativeHour
  end: RelativeHour | null
  /** Minutes from the launch until the last unit was taken. */
  soldOutAfterMinutes: number | null
  taken: number[] | 'all'
  variants: [name: string, description: string, finish: string][]
  patches: Omit<typeof patches.$inferInsert, 'id' | 'dropId'>[]
}
