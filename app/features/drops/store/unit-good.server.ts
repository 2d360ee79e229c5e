import type { CartGood } from '../../cart/rules.ts'
import { dropPatchPicture, mayChooseVariant, mayHold } from '../rules.ts'
import { cartIdOf, parseCartId, reserveAddress } from '../rules/reserve-address.ts'
import { patchSubjects } from './artwork.server.ts'
import { findDrop, listVariants } from './drops.server.ts'
import { dropUnit } from './units.server.ts'

/** How a cart shows a number: quantity one, at its deposit. A cart does not hold it; the order does. */
export const unitGood: CartGood = {
  ref: (id) => parseCartId(id) ?? { slug: id, number: null },
  idOf: (ref) => {
    const { slug, number, variant } = dropUnit.parseRef(ref)
    return cartIdOf(slug, number ?? 0, variant)
  },
  groupOf: (id) => parseCartId(id)?.slug ?? id,
  async describe(db, id, now) {
    const ref = parseCartId(id)
    const drop = ref && (await findDrop(db, ref.slug, now))
    const unit = drop?.units[ref?.number ? ref.number - 1 : -1]
    if (!ref || !drop || !unit) return undefined
    const variants = await listVariants(db, drop.id)
    const choice = mayChooseVariant(
      variants.map((each) => each.id),
      ref.variant,
    )
    const chosen = variants.length > 1 ? variants.find((each) => each.id === ref.variant) : undefined
    const canBeHeld = unit === 'open' && mayHold({ ...drop, remaining: drop.counts.remaining }, now).ok
    const number = `Number ${ref.number} of ${drop.totalUnits}`
    return {
      title: drop.name,
      detail: choice.ok
        ? [number, chosen?.name, 'refundable deposit'].filter(Boolean).join(', ')
        : `${number}. Choose its variant on the page of the number.`,
      unitCents: drop.depositPrice,
      left: canBeHeld && choice.ok ? 1 : 0,
      maxPerOrder: 1,
      picture: drop.patchArtworkUrl ?? dropPatchPicture(drop.slug, patchSubjects(drop, []).own.version).src,
      path: reserveAddress(drop.slug, ref.number, ref.variant),
      isParcel: false,
      maxPerBuyer: drop.maxPerBuyer,
      itemClass: drop.itemClass,
    }
  },
}
