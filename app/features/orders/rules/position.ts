/** Parses a line position from a form; `undefined` if missing or invalid, never 0 by accident. */
export function parsePosition(sent: unknown): number | undefined {
  return typeof sent === 'string' && /^\d{1,4}$/.test(sent) ? Number(sent) : undefined
}
