import { gateWords } from '#app/features/reservations/words.ts'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'
import { stageLabels } from '../words.ts'

/** What comes next on an order, in one sentence; `undefined` where nothing waits for staff. */
export function nextWords({
  review,
  firearms,
  documents,
  shipping,
}: Pick<ShownSheet, 'review' | 'firearms' | 'documents' | 'shipping'>): string | undefined {
  if (review === 'waiting') return 'Decide the review.'
  if (documents.some(({ state }) => state === 'waiting'))
    return 'Read the document that came, and accept or refuse it.'
  if (review === 'document') return 'Wait for the document that was requested, or decide.'
  if (review === 'refused') return 'The state rules refuse it: decline it, or correct what is wrong.'
  if (shipping?.left) return 'Pack what is to be shipped.'
  if (shipping?.parcels.some(({ isOpen }) => isOpen)) return 'Hand the parcel to its carrier.'
  const firearm = firearms.find(({ isOpen }) => isOpen)
  if (!firearm?.next) return undefined
  const [gate] = firearm.heldBy
  return gate ? gateWords[gate].held : `Move it to ${stageLabels[firearm.next]}.`
}
