import { useId } from 'react'
import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { Section } from '#app/ui/section.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import { type DropStatus, earlyOffer, patchPath, type Picture } from '../rules.ts'
import { earlyAccessWords } from '../words/early-access.ts'

/** A patch for its card. Price in US cents. */
export type PatchView = {
  id: string
  name: string
  description: string | null
  price: number
  grantsEarlyAccess: boolean
  availableQuantity: number
  soldQuantity: number
  /** Quantity neither held nor sold. */
  left: number
  picture: Picture
  /** A photograph in place of the drawing. */
  photo?: ShownPhoto | undefined
}

type Props = { patches: readonly PatchView[]; status: DropStatus }

/** The patches of a drop with price, stock, early access and cart buttons. */
export function PatchPresale({ patches, status }: Props) {
  const isBeforeLaunch = status === 'coming_soon'
  const lead = earlyAccessWords.gives[earlyOffer(patches, status)]
  return (
    <Section id="patches" title="Patch Presale" {...(lead && { lead })}>
      <div className="grid gap-6 lg:grid-cols-2">
        {patches.map((patch) => (
          <PatchCard key={patch.id} patch={patch} isBeforeLaunch={isBeforeLaunch} />
        ))}
      </div>
    </Section>
  )
}

function PatchCard({ patch, isBeforeLaunch }: { patch: PatchView; isBeforeLaunch: boolean }) {
  const {
    id,
    name,
    description,
    price,
    grantsEarlyAccess,
    availableQuantity,
    soldQuantity,
    left,
    picture,
    photo,
  } = patch
  const heading = useId()
  return (
    <article
      aria-labelledby={heading}
      className="panel p-panel grid items-start gap-4 wrap-anywhere max-lg:grid-cols-[104px_minmax(0,1fr)] max-[360px]:grid-cols-[72px_minmax(0,1fr)] max-[360px]:p-4 lg:grid-cols-[200px_minmax(0,1fr)] lg:items-center lg:gap-8"
    >
      {photo ? (
        <Photo photo={photo} sizes="(width < 900px) 104px, 200px" className="aspect-[48/49]" />
      ) : (
        <img
          className="h-auto w-full"
          {...picture}
          sizes="(width < 900px) 104px, 200px"
          width={480}
          height={490}
          alt=""
          loading="lazy"
        />
      )}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 hyphens-auto [&_.badge]:whitespace-normal">
        <p className="flex flex-wrap gap-2 empty:hidden">
          {grantsEarlyAccess && isBeforeLaunch && <Badge kind="live">Early access</Badge>}
          {left === 0 && <Badge kind="sold">Sold out</Badge>}
        </p>
        <h3 className="h3" id={heading}>
          <Link className="link" to={patchPath(id)}>
            {name}
          </Link>
        </h3>
        {description && <p className="text-sm text-muted">{description}</p>}
        <p className="mt-1.5 flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
          <Price cents={price} />
          <span className="text-sm text-muted">
            {left} of {availableQuantity} left
          </span>
        </p>
        <Progress
          value={soldQuantity}
          max={availableQuantity}
          quiet={left === 0}
          label={`${soldQuantity} of ${availableQuantity} sold`}
        />
        <AddToCart
          kind="patch"
          id={id}
          soldOut={left === 0}
          describedBy={heading}
          {...(left === 0 && { label: 'Sold Out' })}
        />
      </div>
    </article>
  )
}
