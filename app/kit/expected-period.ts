/** `Q4 2026` or `2027`, null once over: a visitor reads no date of the past. Words without a year are kept. */
export function expectedPeriod(text: string | null, now: Date): string | null {
  const year = /\b20\d\d\b/.exec(text ?? '')?.[0]
  if (!text || !year) return text
  const quarter = Number(/\bQ([1-4])\b/i.exec(text)?.[1] ?? 4)
  return Date.UTC(Number(year), quarter * 3) > now.getTime() ? text : null
}
