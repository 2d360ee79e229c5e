// Each build window of a small-batch release is a drop of its own.
import { after } from '#app/kit/clock.ts'
import { countOf } from '#app/kit/count.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { type DropStatus, dropPath, type SmallBatch, strokeStates, type UnitState } from './rules.ts'

export const batchNames: Record<SmallBatch, string> = {
  guerrilla: 'Guerrilla Line',
  outlaw: 'Outlaw Line',
  cyber: 'Cyber Line',
}

export const windowStatusWords: Record<DropStatus, string> = {
  coming_soon: 'COMING SOON',
  live: 'WINDOW OPEN',
  sold_out: 'FULL',
  archived: 'CLOSED',
}

export const windowPhrases: Record<DropStatus, string> = {
  coming_soon: 'coming soon',
  live: 'open now',
  sold_out: 'full',
  archived: 'closed',
}

type Window = { opensAt: Date; closesAt: Date }

type WindowDrop = {
  slug: string
  smallBatch: SmallBatch | null
  name: string
  tagline: string | null
  status: DropStatus
  units: readonly UnitState[]
  counts: { remaining: number }
  totalUnits: number
  basePrice: number
  depositPrice: number
  launchDate: Date | null
  endDate: Date | null
}

/** A build window as pages show it, with its days in the shop's zone: `Dec 14, 2026`. */
export type BuildWindow = NonNullable<ReturnType<typeof toWindow>>

export function toWindow(drop: WindowDrop, art: { phone: string; card: string }, zone: string) {
  const { slug, smallBatch, name, tagline, status, counts, totalUnits, basePrice, depositPrice } = drop
  const { launchDate, endDate } = drop
  if (!smallBatch || !launchDate || !endDate) return undefined
  return {
    slug,
    smallBatch,
    path: dropPath(drop),
    name,
    summary: tagline ?? '',
    status,
    strokes: strokeStates(status, status === 'archived' ? drop.units.map(() => 'taken') : drop.units),
    remaining: counts.remaining,
    totalUnits,
    priceCents: basePrice,
    depositCents: depositPrice,
    opensAt: launchDate,
    closesAt: endDate,
    opensOn: formatDay(launchDate, zone),
    closesOn: formatDay(endDate, zone),
    art,
  }
}

export function windowWords({ totalUnits }: { totalUnits: number }): string {
  return `${totalUnits}-unit window`
}

export function windowSentence({ status, opensOn, closesOn, remaining, totalUnits }: BuildWindow): string {
  if (status === 'coming_soon') return `Opens ${opensOn} with ${countOf(totalUnits, 'number')}.`
  if (status === 'live')
    return `${remaining} of ${countOf(totalUnits, 'number')} left, open until ${closesOn}.`
  if (status === 'sold_out') return `Every number is taken. The window closes ${closesOn}.`
  return `Closed ${closesOn}.`
}

export function windowOpenedMail(window: BuildWindow) {
  const { status, name, summary, totalUnits, depositCents, closesOn, remaining } = window
  if (status === 'sold_out')
    return {
      subject: `The ${name} window opened and is full`,
      heading: 'Opened, and full',
      lines: [
        'Every number is taken.',
        `One that is returned by ${closesOn} is offered to whoever asked on its page, first come, first served.`,
      ],
      button: 'See the Window',
    }
  return {
    subject: `The ${name} window is open`,
    heading: `The ${name} window is open`,
    lines: [
      summary,
      `${remaining} of ${countOf(totalUnits, 'number')} ${remaining === 1 ? 'is' : 'are'} left, and the window closes ${closesOn}. A ${formatCents(depositCents)} refundable deposit reserves yours.`,
    ],
    button: 'Reserve a Number',
  }
}

type Span = { from: number; to: number }

export function scaleWindows(windows: readonly Window[], now: Date): { spans: Span[]; now: number } {
  const starts = [now, ...windows.map(({ opensAt }) => opensAt)].map(Number)
  const ends = [now, ...windows.map(({ closesAt }) => closesAt)].map(Number)
  const padding = (Math.max(...ends) - Math.min(...starts)) * 0.03
  const first = after(new Date(Math.min(...starts)), -padding).getTime()
  const length = Math.max(1, Math.max(...ends) + padding - first)
  const share = (moment: Date) => (moment.getTime() - first) / length
  return {
    spans: windows.map(({ opensAt, closesAt }) => ({ from: share(opensAt), to: share(closesAt) })),
    now: share(now),
  }
}
