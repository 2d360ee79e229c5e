import { useId } from 'react'
import { accessorySheet, shadingPath } from '#app/art/accessory-art.ts'
import type { Accessory } from '../rules.ts'

/** The picture of a product: an engraved silhouette, or its patch. Decorative. */
export function AccessoryPicture({
  product,
  isFeatured,
}: {
  product: Pick<Accessory, 'id' | 'image'>
  isFeatured: boolean
}) {
  const id = useId()
  const sheet = accessorySheet(product.image)
  if (!sheet) {
    const src = (width: number) => `/art/accessories/${product.id}/${width}.webp`
    return (
      <img
        className={isFeatured ? 'h-auto w-[168px] sm:w-[208px]' : 'h-auto w-[168px]'}
        src={src(240)}
        srcSet={`${src(240)} 240w, ${src(480)} 480w`}
        sizes="200px"
        alt=""
        width={240}
        height={240}
        loading="lazy"
        decoding="async"
      />
    )
  }
  return (
    <svg
      className="w-[min(82%,270px)] fill-none [stroke-linecap:round] [stroke-linejoin:round]"
      viewBox="0 0 300 220"
      aria-hidden
    >
      <clipPath id={id}>
        <path d={sheet.outline} />
      </clipPath>
      {'phantom' in sheet && sheet.phantom && <path className="accessory-phantom" d={sheet.phantom} />}
      <path className={isFeatured ? 'fill-plate' : 'fill-sheet'} d={sheet.outline} />
      <path className="accessory-shade" d={shading} clipPath={`url(#${id})`} />
      <path className="accessory-fine" d={sheet.detail} />
      <path className="accessory-edge" d={sheet.outline} />
    </svg>
  )
}

const shading = shadingPath(196, 5)
