import { useId } from 'react'
import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { AddToCart } from '#app/features/cart/components/add-to-cart.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { type Accessory, accessoryPath, specsPerCard } from '../rules.ts'
import { listWords } from '../words.ts'
import { AccessoryPicture } from './accessory-picture.tsx'

type Props = { product: Accessory; isFeatured: boolean; photo?: ShownPhoto | undefined }

/** A product with its picture, specs, price, stock and cart button. */
export function AccessoryCard({ product, isFeatured, photo }: Props) {
  const { id, name, description, specs, priceCents, inStock } = product
  const heading = useId()
  return (
    <article className="accessory relative grid grid-cols-[104px_minmax(0,1fr)] gap-x-4 gap-y-1.5 p-4 sm:row-span-6 sm:grid-cols-1 sm:grid-rows-subgrid sm:gap-2 sm:px-5 sm:pt-0 sm:pb-5">
      <div
        className={`relative grid place-items-center overflow-hidden max-sm:row-span-3 max-sm:h-[104px] max-sm:self-start max-sm:rounded-control sm:-mx-5 sm:mb-2 sm:border-b sm:border-hairline ${isFeatured ? 'bg-plate sm:h-[264px]' : 'bg-sheet sm:h-[218px]'}`}
      >
        <AccessoryPicture product={product} isFeatured={isFeatured} photo={photo} />
      </div>
      <h3 className="h4 leading-snug" id={heading}>
        <Link className="after:absolute after:inset-0" to={accessoryPath(id)}>
          {name}
        </Link>
      </h3>
      <p className="text-sm text-muted max-sm:hidden">{description}</p>
      <ul className="py-2 text-sm text-muted max-sm:hidden">
        {specs.slice(0, specsPerCard).map((spec) => (
          <li key={spec} className="accessory-spec">
            {spec}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-2 sm:border-t sm:border-hairline sm:pt-4">
        <Price className="text-xl" cents={priceCents} />
        {inStock ? (
          <span className="text-sm text-faint">{listWords.inStock}</span>
        ) : (
          <Badge kind="sold">{listWords.outOfStock}</Badge>
        )}
      </p>
      <div className="relative z-1 grid">
        <AddToCart kind="accessory" id={id} soldOut={!inStock} describedBy={heading} size="sm" block />
      </div>
    </article>
  )
}
