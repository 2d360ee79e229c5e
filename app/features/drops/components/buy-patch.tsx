import { ButtonLink } from '#app/ui/button.tsx'
import { AddToCart } from '../../cart/components/add-to-cart.tsx'
import type { DropStatus } from '../rules.ts'
import { earlyAccessWords } from '../words.ts'
import type { PatchView } from './patch-presale.tsx'

type Props = { patches: readonly PatchView[]; status: DropStatus }

/**
 * The hero's way to a patch. Before the launch it puts the patch that opens the reservation early into the cart; where
 * none can be had, or nothing is left to open early, it leads to the patches as they stand.
 */
export function BuyPatch({ patches, status }: Props) {
  const early = patches.find((patch) => patch.grantsEarlyAccess && patch.left > 0)
  if (status !== 'coming_soon' || !early) return <ButtonLink to="#patches">{earlyAccessWords.buy}</ButtonLink>
  return <AddToCart kind="patch" id={early.id} label={earlyAccessWords.buy} />
}
