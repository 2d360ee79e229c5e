/** A short message in the corner of the screen. */
export type Toast = {
  title: string
  description?: string
  /** `destructive` for a failure: it is announced at once and stays longer. */
  kind?: 'default' | 'destructive'
}

/** The maximum number shown; the oldest is removed. */
export const toastLimit = 3

/** How long a toast stays, in milliseconds: reading time, longer for a failure. */
export function toastDurationMs({ title, description = '', kind }: Toast): number {
  const reading = 4_000 + (title.length + description.length) * 50
  return Math.max(kind === 'destructive' ? 10_000 : 6_000, reading)
}
