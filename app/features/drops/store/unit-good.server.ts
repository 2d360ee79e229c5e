import type { CartGood } from '../../cart/rules.ts'
import { dropPatchPicture, mayHold } from '../rules.ts'
import { patchSubjects } from './artwork.server.ts'
import { findDrop } from './drops.server.ts'
import { dropUnit } from './units.server.ts'

/** The id of a number in a cart: `guerrilla-vol-1_7`. */
const cartIdPattern = /^(?<slug>[a-z0-9-]+)_(?<number>[1-9]\d{0,3})$/

/** How a cart shows a number: quantity one, at its deposit. A cart does not hold it; the order does. */
export const unitGood: CartGood = {
  ref: (id) => refOf(id) ?? { slug: id, number: null },
  idOf: (ref) => {
    const { slug, number } = dropUnit.parseRef(ref)
    return `${slug}_${number}`
  },
  groupOf: (id) => refOf(id)?.slug ?? id,
  async describe(db, id, now) {
    const ref = refOf(id)
    const drop = ref && (await findDrop(db, ref.slug, now))
    const unit = drop?.units[ref?.number ? ref.number - 1 : -1]
    if (!ref || !drop || !unit) return undefined
    const canBeHeld = unit === 'open' && mayHold({ ...drop, remaining: drop.counts.remaining }, now).ok
    return {
      title: drop.name,
      detail: `Number ${ref.number} of ${drop.totalUnits}, refundable deposit`,
      unitCents: drop.depositPrice,
      left: canBeHeld ? 1 : 0,
      maxPerOrder: 1,
      picture: drop.patchArtworkUrl ?? dropPatchPicture(drop.slug, patchSubjects(drop, 0).own.version).src,
      path: `/drops/${drop.slug}/reserve?number=${ref.number}`,
      isParcel: false,
      maxPerBuyer: drop.maxPerBuyer,
    }
  },
}

function refOf(id: string): { slug: string; number: number } | undefined {
  const { slug, number } = cartIdPattern.exec(id)?.groups ?? {}
  return slug && number ? { slug, number: Number(number) } : undefined
}
