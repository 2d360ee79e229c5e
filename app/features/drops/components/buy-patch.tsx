import { ButtonLink } from '#app/ui/button.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { type DropStatus, earlyOffer } from '../rules.ts'
import { earlyAccessWords as words } from '../words/early-access.ts'
import type { PatchView } from './patch-presale.tsx'

type Props = { patches: readonly PatchView[]; status: DropStatus }

/** The hero's patch button. It adds an early-access patch to the cart where one is left before the launch; otherwise it links to the patches. */
export function BuyPatch({ patches, status }: Props) {
  const early = patches.find((patch) => patch.grantsEarlyAccess && patch.left > 0)
  if (!early || earlyOffer(patches, status) !== 'offered')
    return <ButtonLink to="#patches">{words.see(patches.length)}</ButtonLink>
  return <AddToCart kind="patch" id={early.id} label={words.buy} />
}
