import { useId } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { AddToCart } from '#app/features/cart/components/add-to-cart.tsx'
import { type Accessory, specsPerCard } from '../rules.ts'
import { listWords } from '../words.ts'
import { AccessoryPicture } from './accessory-picture.tsx'

/** A product with its drawing, specs, price, stock and cart button. */
export function AccessoryCard({ product, isFeatured }: { product: Accessory; isFeatured: boolean }) {
  const { id, name, description, specs, priceCents, inStock } = product
  const heading = useId()
  return (
    <article className="accessory row-span-6 grid grid-rows-subgrid gap-2 px-5 pb-5">
      <div
        className={`-mx-5 mb-2 grid place-items-center border-b border-hairline max-sm:h-[200px] ${isFeatured ? 'h-[264px] bg-plate' : 'h-[218px] bg-sheet'}`}
      >
        <AccessoryPicture product={product} isFeatured={isFeatured} />
      </div>
      <h3 className="h4 leading-snug" id={heading}>
        {name}
      </h3>
      <p className="text-sm text-muted">{description}</p>
      <ul className="py-2 text-sm text-muted">
        {specs.slice(0, specsPerCard).map((spec) => (
          <li key={spec} className="accessory-spec">
            {spec}
          </li>
        ))}
      </ul>
      <p className="flex items-center justify-between gap-2 border-t border-hairline pt-4">
        <Price className="text-xl" cents={priceCents} />
        <Badge kind={inStock ? 'ok' : 'sold'}>{inStock ? listWords.inStock : listWords.outOfStock}</Badge>
      </p>
      <AddToCart kind="accessory" id={id} soldOut={!inStock} describedBy={heading} size="sm" block />
    </article>
  )
}
