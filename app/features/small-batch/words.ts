import { formatDay } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import type { ReleaseSlug, Release, ReleaseView, SlotState, WindowStatus } from './rules.ts'

/** The status of a window as a badge says it. */
export const statusWords: Record<WindowStatus, string> = {
  coming_soon: 'COMING SOON',
  open: 'WINDOW OPEN',
  full: 'FULL',
  closed: 'CLOSED',
}

/** The status of a window beside its place on the scale. */
export const statusPhrases: Record<WindowStatus, string> = {
  coming_soon: 'coming soon',
  open: 'open now',
  full: 'full',
  closed: 'closed',
}

/** What one line of the drawing is, by line: the thing it is drawn as. */
export const strokeNouns: Record<ReleaseSlug, { one: string; many: string }> = {
  guerrilla: { one: 'contour', many: 'contours' },
  outlaw: { one: 'strand', many: 'strands' },
  cyber: { one: 'pass', many: 'passes' },
}

/** The state of a slot as its number says it. */
export const slotWords: Record<SlotState, string> = { open: 'open', held: 'held', taken: 'taken' }

/** The catalog's words for a release: `15-unit window`. */
export function windowWords({ totalUnits }: Pick<ReleaseView, 'totalUnits'>): string {
  return `${totalUnits}-unit window`
}

/** A release as pages show it, with its days written in the shop's zone. For loaders. */
export function toReleaseView(release: Release, zone: string): ReleaseView {
  const { opensAt, closesAt } = release
  return { ...release, opensOn: formatDay(opensAt, zone), closesOn: formatDay(closesAt, zone) }
}

/** The status of a release as a sentence, with its date. */
export function statusSentence(release: ReleaseView): string {
  const { status, opensOn, closesOn, remaining, totalUnits } = release
  if (status === 'coming_soon') return `Opens ${opensOn} with ${totalUnits} slots.`
  if (status === 'open') return `${remaining} of ${totalUnits} slots left, open until ${closesOn}.`
  if (status === 'full') return `Every slot is taken. The window closes ${closesOn}.`
  return `Closed ${closesOn}.`
}

/** What the dialog of a line says before somebody joins. */
export function joinWords({ status, name, depositCents }: ReleaseView): string {
  const deposit = `A slot is then reserved with a ${formatCents(depositCents)} refundable deposit.`
  return status === 'open'
    ? `We write in the order of joining, while slots of ${name} are left and again when the next window opens. ${deposit}`
    : `We write in the order of joining when the ${name} window opens. ${deposit}`
}

/** How a window goes, in its three steps. */
export const windowSteps = [
  {
    title: 'Join the window',
    text: 'Leave a name and an address for the line you want, and confirm by mail. Who joined first is written to first.',
  },
  {
    title: 'Take a slot',
    text: 'When a slot is yours you reserve it with a refundable deposit. Its number is a line in the drawing, and that line is yours.',
  },
  {
    title: 'We build the batch',
    text: 'The batch is built together, engraved together and closed. The rifle goes to the dealer you choose once the transfer is approved.',
  },
] as const
