/** The days on which staff look at a drop before visitors do. */
export const previewDays = ['before', 'opening', 'half', 'sold-out'] as const
export type PreviewDay = (typeof previewDays)[number]

/** The day that an address asks for; by default the one before it opens. */
export function parsePreviewDay(text: string | null): PreviewDay {
  return previewDays.find((day) => day === text) ?? 'before'
}
