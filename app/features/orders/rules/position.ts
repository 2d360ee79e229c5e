/** The position of a line as a form names it, or undefined for what is none: nothing sent is not the first line. */
export function parsePosition(sent: unknown): number | undefined {
  return typeof sent === 'string' && /^\d{1,4}$/.test(sent) ? Number(sent) : undefined
}
