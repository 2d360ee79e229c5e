import { useId } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { AddToCart } from '#app/features/cart/components/add-to-cart.tsx'
import { type Accessory, specsPerCard } from '../rules.ts'
import { listWords } from '../words.ts'
import { AccessoryPicture } from './accessory-picture.tsx'

/** One compartment of the tray: a product with its drawing, first specs, price, whether it is there, and its button. */
export function AccessoryCard({ product }: { product: Accessory }) {
  const { id, name, description, specs, priceCents, inStock } = product
  const heading = useId()
  return (
    <article className="acy">
      <div className="acy-pic">
        <AccessoryPicture product={product} />
      </div>
      <h3 className="h4" id={heading}>
        {name}
      </h3>
      <p className="small">{description}</p>
      <ul>
        {specs.slice(0, specsPerCard).map((spec) => (
          <li key={spec}>{spec}</li>
        ))}
      </ul>
      <p className="acy-row">
        <Price cents={priceCents} />
        <Badge kind={inStock ? 'ok' : 'sold'}>{inStock ? listWords.inStock : listWords.outOfStock}</Badge>
      </p>
      <AddToCart kind="accessory" id={id} soldOut={!inStock} describedBy={heading} size="sm" block />
    </article>
  )
}
