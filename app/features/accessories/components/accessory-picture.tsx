import { useId } from 'react'
import { CoverPhoto, Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { accessorySheet, shadingPath } from '#app/art/accessory-art.ts'
import type { Accessory } from '../rules.ts'

/** The picture of a product: its photograph, or else an engraved silhouette, or its patch. Drawings are decorative. */
export function AccessoryPicture({
  product,
  isFeatured,
  photo,
  isLarge = false,
}: {
  product: Pick<Accessory, 'id' | 'image'>
  isFeatured: boolean
  photo?: ShownPhoto | undefined
  /** On the product's own page. */
  isLarge?: boolean
}) {
  const id = useId()
  const sheet = accessorySheet(product.image)
  if (photo)
    return isLarge ? (
      <CoverPhoto photo={photo} />
    ) : (
      <Photo
        photo={photo}
        sizes="(width >= 1180px) 300px, (width >= 600px) 50vw, 100vw"
        className="absolute inset-0 h-full"
      />
    )
  if (!sheet) {
    const src = (width: number) => `/art/accessories/${product.id}/${width}.webp`
    return (
      <img
        className={patchSize(isFeatured, isLarge)}
        src={src(240)}
        srcSet={`${src(240)} 240w, ${src(480)} 480w`}
        sizes={isLarge ? '420px' : '200px'}
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
      className={`${isLarge ? 'w-[min(86%,560px)]' : 'w-[min(82%,270px)]'} fill-none [stroke-linecap:round] [stroke-linejoin:round]`}
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

function patchSize(isFeatured: boolean, isLarge: boolean): string {
  if (isLarge) return 'h-auto w-[min(60%,420px)]'
  return isFeatured ? 'h-auto w-24 sm:w-[208px]' : 'h-auto w-24 sm:w-[168px]'
}

const shading = shadingPath()
