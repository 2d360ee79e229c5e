import { day } from '#app/kit/clock.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { z } from 'zod'
import type { claims } from './tables.ts'

/** The span of days in which a claim holds, both ends included. `null` is open. Calendar dates, `2026-01-01`. */
export type Period = { effectiveFrom: string | null; effectiveTo: string | null }

/** `source`: as customers read it (`citationsOf`), empty where it is the shop's own statement. */
export type ClaimView = Omit<typeof claims.$inferSelect, 'id'>

/** A place in the United States Code, the Code of Federal Regulations or Florida's: `27 CFR 478.92 and 479.102`. */
const lawPattern = /(?:\d+ (?:USC|CFR)|Florida Statutes) \d[\w.()]*(?:(?:, | and | to )\d[\w.()]*)*(?<!\.)/g

/** A sentence's own full stop is no part of an address. */
const urlPattern = /https?:\/\/[^\s]*[^\s.,;]/g

/** Is this the address of a public authority? Pages prove the law by nobody else. */
export function isOfficial(address: string): boolean {
  return /\.(gov|mil|us)$/.test(URL.parse(address)?.hostname ?? '')
}

/** Each once. What else a source says is a note among the shop's staff and counsel. */
export function citationsOf(source: string): { laws: string[]; addresses: string[] } {
  return {
    laws: [...new Set(source.match(lawPattern))],
    addresses: [...new Set(source.match(urlPattern))].filter(isOfficial),
  }
}

/** The zone in which the days of a claim begin and end, unless the shop's settings say otherwise. */
export const shopZone = 'America/New_York'

/** A claim that nobody has looked at for longer than this is due for review. */
const reviewAfterDays = 90

export function claimInForce<Row extends Period>(
  rows: readonly Row[],
  now: Date,
  zone = shopZone,
): Row | undefined {
  const today = formatIsoDay(now, zone)
  return rows.filter((row) => isInForceOn(row, today)).toSorted(latestFirst)[0]
}

export function isStale(row: Period & { reviewedOn: string }, now: Date, zone = shopZone): boolean {
  const today = formatIsoDay(now, zone)
  if (row.effectiveTo && row.effectiveTo < today) return false
  return claimStaleOn(row) <= today
}

export function claimStaleOn({ reviewedOn }: { reviewedOn: string }): string {
  return new Date(Date.parse(reviewedOn) + (reviewAfterDays + 1) * day).toISOString().slice(0, 10)
}

export function figureThroughTime(rows: readonly (Period & { figure: string; period: string })[]): string {
  return rows
    .toSorted((a, b) => latestFirst(b, a))
    .map((row) => `${row.figure} ${row.period}`.trim())
    .join('; ')
}

function isInForceOn(row: Period, today: string): boolean {
  return (!row.effectiveFrom || row.effectiveFrom <= today) && (!row.effectiveTo || today <= row.effectiveTo)
}

function latestFirst(a: Period, b: Period): number {
  return (b.effectiveFrom ?? '').localeCompare(a.effectiveFrom ?? '')
}

export const claimInput = z
  .object({
    key: z.string().regex(/^[a-z0-9]+(\.[a-z0-9]+)*$/, 'A key is lower-case words with dots between them.'),
    text: z
      .string()
      .trim()
      .min(1, 'State the claim in one sentence.')
      .max(600, 'Keep the claim under 600 characters.'),
    figure: z
      .string()
      .trim()
      .min(1, 'Give only the figure.')
      .max(200, 'Keep the figure under 200 characters.'),
    source: z.string().trim().min(1, 'State the source of the claim.'),
    reviewedOn: z.iso.date('Give the date of the check.'),
    effectiveFrom: z.iso.date('Give a date, or leave it open.').nullable(),
    effectiveTo: z.iso.date('Give a date, or leave it open.').nullable(),
    period: z.string().trim().max(120, 'Keep the period under 120 characters.'),
  })
  .refine((claim) => !claim.effectiveFrom || !claim.effectiveTo || claim.effectiveFrom <= claim.effectiveTo, {
    error: 'A claim cannot end before it begins.',
    path: ['effectiveTo'],
  })
  .refine(({ key, figure }) => key !== 'support.email' || z.email().safeParse(figure).success, {
    error: 'Give an address like desk@example.com: mail to the staff goes there.',
    path: ['figure'],
  })
export type ClaimInput = z.infer<typeof claimInput>
