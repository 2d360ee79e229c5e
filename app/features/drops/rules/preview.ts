/** The days on which staff look at a drop before visitors do. */
export const previewDays = ['before', 'opening', 'half', 'sold-out'] as const
export type PreviewDay = (typeof previewDays)[number]

/** The day in the address; by default the day before the drop opens. */
export function parsePreviewDay(text: string | null): PreviewDay {
  return previewDays.find((day) => day === text) ?? 'before'
}
