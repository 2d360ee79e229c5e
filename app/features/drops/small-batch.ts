// Each build window of a small-batch release is a drop of its own.
import { after } from '#app/kit/clock.ts'
import { countOf } from '#app/kit/text.ts'
import { formatCents } from '#app/kit/money.ts'
import type { DropView } from './routes/drop-view.server.ts'
import type { SmallBatch } from './rules.ts'
import type { WindowDrop } from './store/drops.server.ts'

export const batchNames: Record<SmallBatch, string> = {
  guerrilla: 'Guerrilla Line',
  outlaw: 'Outlaw Line',
  cyber: 'Cyber Line',
}

/** A build window as pages show it, with its days in the shop's zone: `Dec 14, 2026`. */
export type BuildWindow = DropView & WindowDrop

export function windowWords({ totalUnits }: { totalUnits: number }): string {
  return `${totalUnits}-unit window`
}

type Told = Pick<DropView, 'status' | 'opensOn' | 'closesOn' | 'totalUnits'> & {
  counts: { remaining: number }
}

export function windowSentence({ status, opensOn, closesOn, counts, totalUnits }: Told): string {
  if (status === 'coming_soon') return `Opens ${opensOn} with ${countOf(totalUnits, 'number')}.`
  if (status === 'live')
    return `${counts.remaining} of ${countOf(totalUnits, 'number')} left, open until ${closesOn}.`
  if (status === 'sold_out') return `Every number is taken. The window closes ${closesOn}.`
  return `Closed ${closesOn}.`
}

export function windowOpenedMail(window: DropView) {
  const { status, name, tagline, totalUnits, depositPrice, closesOn } = window
  const { remaining } = window.counts
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
      tagline ?? '',
      `${remaining} of ${countOf(totalUnits, 'number')} ${remaining === 1 ? 'is' : 'are'} left, and the window closes ${closesOn}. A ${formatCents(depositPrice)} refundable deposit reserves yours.`,
    ],
    button: 'Reserve a Number',
  }
}

type Window = Pick<WindowDrop, 'launchDate' | 'endDate'>
type Span = { from: number; to: number }

export function scaleWindows(windows: readonly Window[], now: Date): { spans: Span[]; now: number } {
  const starts = [now, ...windows.map(({ launchDate }) => launchDate)].map(Number)
  const ends = [now, ...windows.map(({ endDate }) => endDate)].map(Number)
  const padding = (Math.max(...ends) - Math.min(...starts)) * 0.03
  const first = after(new Date(Math.min(...starts)), -padding).getTime()
  const length = Math.max(1, Math.max(...ends) + padding - first)
  const share = (moment: Date) => (moment.getTime() - first) / length
  return {
    spans: windows.map(({ launchDate, endDate }) => ({ from: share(launchDate), to: share(endDate) })),
    now: share(now),
  }
}
