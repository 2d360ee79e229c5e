import type { Enclosure } from '#app/features/orders/sellable.ts'
import { notLegalAdvice } from '../words.ts'

/** The codes of free trust packs, one per reserved firearm, as a part of the email of the filed form. */
export function freePackEnclosure(codes: readonly string[]): Enclosure {
  const isOne = codes.length === 1
  return {
    title: isOne ? 'Your free trust pack' : 'Your free trust packs',
    text: isOne
      ? 'The firearm you reserved comes with a trust pack: an editable template for your state, a guided worksheet, guides and a checklist.'
      : `Each of the ${codes.length} firearms you reserved comes with a trust pack: an editable template for your state, a guided worksheet, guides and a checklist.`,
    rows: codes.map((code, at) => ({ label: isOne ? 'Code' : `Code ${at + 1}`, value: code })),
    how: `${isOne ? 'It works' : 'Each works'} once. If a reservation is refunded, its code expires, and so does a pack that was never downloaded.`,
    go: { label: 'Redeem code', path: '/trust/buy' },
    notes: ['You don’t need a trust: an individual can own the firearm too.', notLegalAdvice],
  }
}

/** Says in the confirmation email when the free packs come. */
export function promisedPackEnclosure(orderId: string, count: number): Enclosure {
  return {
    title: count === 1 ? 'Your free trust pack' : 'Your free trust packs',
    text: `${count === 1 ? 'The firearm you reserved comes' : `Each of the ${count} firearms you reserved comes`} with a trust pack: an editable template for your state, a guided worksheet, guides and a checklist.`,
    rows: [],
    how: 'We email you its code once your transfer form, Form 3, is filed.',
    go: { label: 'About your trust pack', path: `/orders/${orderId}/trust` },
    notes: ['You don’t need a trust: an individual can own the firearm too.', notLegalAdvice],
  }
}
