import type { ArtStamp } from '#app/art/art-stamp.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { closedMoment } from '../rules/art-lines.ts'
import type { RunCardWords } from '#app/art/run-card.ts'
import type { DropStatus } from '../rules.ts'
import { dropNumberWords } from '../words.ts'

const made = {
  title: 'The receiver',
  lead: 'As the run was made: its drawing and its count, cut into the metal.',
}

/** The words of the close view of a receiver. */
export const receiverWords = {
  live: {
    title: 'Your receiver',
    lead: 'The drawing of the run and your number, cut into the metal. Pick another number above and it changes here.',
  },
  coming_soon: {
    title: 'The receiver',
    lead: 'A first look. The lights come on when the numbers open.',
  },
  sold_out: made,
  archived: made,
  photographed: { title: 'The Rifle', lead: undefined },
  finishes: 'Finish',
  loading: 'Drawing the receiver',
  failed: 'The picture did not arrive. Reload the page to see it.',
  turn: 'rifle',
  turned:
    'The whole rifle in this finish. Drag it, or use the arrow keys, to see it from the front and from behind.',
  lit: (name: string, finish: string) =>
    `The rifle of ${name}${finish && `, ${finish}`}, lit, from its right side. Illustration from outer dimensions.`,
  caption: (finish: string) =>
    finish ? `Computed illustration. Finish: ${finish}.` : 'Computed illustration.',
  photoCaption: (finish: string) => (finish ? `Photograph. Finish: ${finish}.` : 'Photograph.'),
  /** With a place for the number. */
  alt({
    name,
    total,
    isNumbered,
    status,
    finish,
  }: {
    name: string
    total: number
    isNumbered: boolean
    status: DropStatus
    finish: string
  }) {
    const cut = isNumbered ? `“№ {} of ${total}, ${name}”` : `“of ${total}, ${name}”`
    const light = status === 'coming_soon' ? ', lit by a single blade of light' : ''
    return `Close view of the receiver${finish && `, ${finish}`}, engraved ${cut}${light}`
  },
} as const satisfies Record<DropStatus, { title: string; lead: string }> & Record<string, unknown>

/** What the link preview of a drop, or of one of its numbers, says beside its receiver. */
export function shareWords(
  {
    name,
    dropNumber,
    totalUnits,
    caliber,
    barrel,
  }: { name: string; dropNumber: number; totalUnits: number; caliber: string; barrel: string },
  number: number | undefined,
): RunCardWords {
  const run = `Drop № ${dropNumberWords(dropNumber)}`
  return number === undefined
    ? {
        above: run,
        title: name,
        below: [`${totalUnits} numbered rifles`, caliber, barrel].filter(Boolean).join(', '),
      }
    : { above: `${run}, ${name}`, title: `№ ${number}`, below: `One of ${totalUnits}, cut once` }
}

/** What a run that has ended is stamped with; nothing before. */
export function stampOf(drop: Parameters<typeof closedMoment>[0], timeZone: string): ArtStamp | null {
  const closedAt = closedMoment(drop)
  return closedAt && { text: drop.soldOutAt ? 'Sold out' : 'Closed', day: formatDay(closedAt, timeZone) }
}
