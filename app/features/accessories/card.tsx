import { useId } from 'react'
import { AddToCart } from '#app/features/cart/add-to-cart.tsx'
import { CoverPhoto, Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { Price } from '#app/ui/price.tsx'
import { accessoryPath, isPatch, picturePath } from './rules.ts'
import type { Accessory } from './store.server.ts'

type TrayProps = { products: readonly Accessory[]; photos: Readonly<Record<string, ShownPhoto>> }

export function AccessoryTray({ products, photos }: TrayProps) {
  return (
    <div className="grid grid-cols-2 overflow-hidden rounded-plate border border-hairline lg:grid-cols-3 xl:grid-cols-4">
      {products.map((product, at) => (
        <Card key={product.id} product={product} photo={photos[product.id]} isFirst={at < firstRow} />
      ))}
    </div>
  )
}

/** Cards beside one another on a phone: their pictures are the first that anybody sees. */
const firstRow = 2

type CardProps = { product: Accessory; photo: ShownPhoto | undefined; isFirst: boolean }

function Card({ product, photo, isFirst }: CardProps) {
  const { id, name, description, specs, priceCents, left } = product
  const heading = useId()
  return (
    <article className="group relative row-span-3 grid grid-rows-subgrid gap-0 shadow-[1px_0_var(--hairline),0_1px_var(--hairline)] transition-colors hover:bg-sheet focus-within:bg-sheet">
      <div className="relative bg-[radial-gradient(90%_80%_at_42%_30%,var(--raised),var(--page))] grid aspect-[4/3] place-items-center overflow-hidden">
        <AccessoryPicture product={product} photo={photo} isFirst={isFirst} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-4 gap-y-1 px-3 pt-4 max-sm:grid-cols-1 sm:px-6">
        <h3 className="font-display text-base leading-snug sm:text-xl" id={heading}>
          <a className="after:absolute after:inset-0" href={accessoryPath(id)}>
            {name}
          </a>
        </h3>
        <Price className="text-base sm:text-xl" cents={priceCents} />
        <p className="col-span-full text-sm text-muted max-sm:hidden">{description}</p>
        <ul className="col-span-full pt-1 text-sm text-faint max-sm:hidden">
          {specs.slice(0, 3).map((spec) => (
            <li key={spec}>{spec}</li>
          ))}
        </ul>
      </div>
      <div className="relative z-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 self-end px-3 pt-4 pb-4 sm:px-6 sm:pb-6">
        <AddToCart kind="accessory" id={id} soldOut={left === 0} describedBy={heading} size="sm" />
        <Stock left={left} />
      </div>
    </article>
  )
}

/** Few enough to say how many. */
const fewLeft = 5

export function Stock({ left }: { left: number }) {
  if (left === 0) return <span className="text-sm text-muted">Out of Stock</span>
  if (left > fewLeft) return <span className="text-sm text-faint">In Stock</span>
  return <span className="text-sm text-hold">{`In Stock: ${left} left`}</span>
}

type PictureProps = {
  product: Pick<Accessory, 'id' | 'image' | 'left'>
  photo: ShownPhoto | undefined
  isLarge?: boolean
  isFirst?: boolean
}

export function AccessoryPicture({ product, photo, isLarge = false, isFirst = isLarge }: PictureProps) {
  if (photo)
    return isLarge ? (
      <CoverPhoto photo={photo} />
    ) : (
      <Photo
        photo={photo}
        sizes="(width >= 1180px) 25vw, (width >= 900px) 33vw, 50vw"
        className="absolute inset-0 h-full"
        isFirst={isFirst}
      />
    )
  const { id, image, left } = product
  const height = isPatch(image) ? 320 : 240
  const onPhone = isPatch(image) ? '30vw' : '42vw'
  return (
    <img
      className={`h-auto drop-shadow-[0_10px_12px_oklch(0_0_0/0.55)] transition-[scale] duration-slow ease-out group-hover:scale-104 ${isPatch(image) ? 'w-3/5' : 'w-[84%]'} ${isLarge ? 'max-w-[640px]' : 'max-w-[304px]'} ${left === 0 ? 'opacity-50' : ''}`}
      src={picturePath(id, 480)}
      srcSet={[240, 320, 480, 1280].map((width) => `${picturePath(id, width)} ${width}w`).join(', ')}
      sizes={isLarge ? '(width >= 900px) 640px, 84vw' : `(width >= 600px) 264px, ${onPhone}`}
      alt=""
      width={320}
      height={height}
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
    />
  )
}
