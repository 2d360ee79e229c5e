export type Toast = {
  title: string
  description?: string
  kind?: 'default' | 'destructive'
}

export const toastLimit = 3

export function toastDurationMs({ title, description = '', kind }: Toast): number {
  const reading = 4_000 + (title.length + description.length) * 50
  return Math.max(kind === 'destructive' ? 10_000 : 6_000, reading)
}
