import type { ReceiverSubject } from '#app/art/relief/receiver-subject.ts'
import { countUnits, type DropStatus, type UnitState } from '../rules.ts'
import { artSubject, ownColorsOf } from './art-lines.ts'
import { buildOf, rifleWords } from './rifle.ts'

/** Increase when the drawing of close views changes: it invalidates those that are cached. */
export const receiverRevision = 4

type ReceiverDrop = Parameters<typeof artSubject>[0] &
  Parameters<typeof ownColorsOf>[0] & {
    name: string
    status: DropStatus
    units: readonly UnitState[]
    caliber: string
    barrel: string
  }
export type ReceiverVariant = { description: string | null; caliber: string; barrel: string; finish: string }

export function receiverSubject(drop: ReceiverDrop, variant: ReceiverVariant | undefined): ReceiverSubject {
  const { name, totalUnits: total, status } = drop
  const isClosed = status === 'sold_out' || status === 'archived'
  return {
    art: artSubject(drop),
    engraved: { dropName: name, total },
    build: buildOf(rifleWords(drop, variant)),
    finish: [variant?.finish, variant?.description].filter(Boolean).join('. '),
    own: ownColorsOf(drop),
    isTease: status === 'coming_soon',
    ...(isClosed && { text: `${countUnits(drop.units).taken}/${total}` }),
  }
}
