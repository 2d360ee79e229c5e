import type { Enclosure } from '#app/features/orders/sellable.ts'
import { notLegalAdvice } from '../words.ts'

/** The codes of free trust packs, one for each reserved firearm, as a confirmation encloses them. */
export function freePackEnclosure(codes: readonly string[]): Enclosure {
  const isOne = codes.length === 1
  return {
    title: isOne ? 'Your free trust pack' : 'Your free trust packs',
    text: isOne
      ? 'The firearm you reserved comes with a trust pack: an editable template of your state, a guided worksheet, guides and a checklist.'
      : `The ${codes.length} firearms you reserved come with a trust pack each: an editable template of your state, a guided worksheet, guides and a checklist.`,
    rows: codes.map((code, at) => ({ label: isOne ? 'Code' : `Code ${at + 1}`, value: code })),
    how: `${isOne ? 'It works' : 'Each works'} once. If a reservation is given back, its code ends with it, and so does a pack of which nothing was downloaded.`,
    go: { label: 'Use the code', path: '/trust/buy' },
    notes: ['You do not need a trust: an individual can own the firearm as well.', notLegalAdvice],
  }
}
