import { ButtonLink } from '#app/ui/button.tsx'
import { AddToCart } from '../../cart/components/add-to-cart.tsx'
import type { DropStatus } from '../rules.ts'
import { earlyAccessWords } from '../words.ts'
import type { PatchView } from './patch-presale.tsx'

type Props = { patches: readonly PatchView[]; status: DropStatus }

/**
 * The hero's patch button. Before the launch it adds the early-access patch to the cart; otherwise it links to the
 * patches.
 */
export function BuyPatch({ patches, status }: Props) {
  const early = patches.find((patch) => patch.grantsEarlyAccess && patch.left > 0)
  if (status !== 'coming_soon' || !early) return <ButtonLink to="#patches">{earlyAccessWords.buy}</ButtonLink>
  return <AddToCart kind="patch" id={early.id} label={earlyAccessWords.buy} />
}
