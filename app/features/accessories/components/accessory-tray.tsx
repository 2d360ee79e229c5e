import type { ShownPhoto } from '#app/features/photos/rules.ts'
import type { Accessory } from '../rules.ts'
import { AccessoryCard } from './accessory-card.tsx'

type Props = {
  products: readonly Accessory[]
  /** Covers by product. */
  photos: Readonly<Record<string, ShownPhoto>>
  isFeatured?: boolean
}

/** A tray of compartments: hairlines between the products; a short list on a phone. */
export function AccessoryTray({ products, photos, isFeatured = false }: Props) {
  return (
    <div
      className={`grid overflow-hidden rounded-plate border sm:grid-cols-2 xl:grid-cols-4 ${isFeatured ? 'border-control' : 'border-hairline lg:grid-cols-3'}`}
    >
      {products.map((product) => (
        <AccessoryCard
          key={product.id}
          product={product}
          isFeatured={isFeatured}
          photo={photos[product.id]}
        />
      ))}
    </div>
  )
}
