import { cardLines, type RunCardWords } from '#app/art/run-card.ts'
import type { DropCategory, DropStatus } from '../rules.ts'
import { categoryWords, dropNumberWords } from '../words.ts'

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
  finishes: 'Finish',
  stamp: { sold_out: 'Sold out', archived: 'Closed' },
  caption: (finish: string) =>
    finish ? `Computed illustration. Finish: ${finish}.` : 'Computed illustration.',
  alt({
    name,
    total,
    number,
    status,
    finish,
  }: {
    name: string
    total: number
    number: number | undefined
    status: DropStatus
    finish: string
  }) {
    const cut = number === undefined ? `“of ${total}, ${name}”` : `“№ ${number} of ${total}, ${name}”`
    const light = status === 'coming_soon' ? ', lit by a single blade of light' : ''
    return `Close view of the receiver${finish && `, ${finish}`}, engraved ${cut}${light}`
  },
} as const satisfies Record<DropStatus, { title: string; lead: string }> & Record<string, unknown>

/** What the link preview of a drop, or of one of its numbers, says beside its receiver. */
export function shareWords(
  { name, dropNumber, totalUnits, category }: { name: string; dropNumber: number; totalUnits: number; category: DropCategory },
  number: number | undefined,
): RunCardWords {
  const run = `Drop № ${dropNumberWords(dropNumber)}`
  return number === undefined
    ? { above: run, lines: cardLines(name), below: `${totalUnits} numbered rifles, ${categoryWords[category]}` }
    : { above: `${run}, ${name}`, lines: [`№ ${number}`], below: `One of ${totalUnits}, cut once` }
}
