import { useId } from 'react'
import { accessorySheet, shadingPath } from '#app/art/accessory-art.ts'
import type { Accessory } from '../rules.ts'

/** What stands for a product: its silhouette in engraver's line, or the patch as it is sewn. Decoration; the name says what it is. */
export function AccessoryPicture({ product }: { product: Pick<Accessory, 'id' | 'image'> }) {
  const id = useId()
  const sheet = accessorySheet(product.image)
  if (!sheet) {
    const src = (width: number) => `/art/accessories/${product.id}/${width}.webp`
    return (
      <img
        className="acy-patch"
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
    <svg className="acy-art" viewBox="0 0 300 220" aria-hidden>
      <clipPath id={id}>
        <path d={sheet.outline} />
      </clipPath>
      {'phantom' in sheet && sheet.phantom && <path className="acy-phantom" d={sheet.phantom} />}
      <path className="acy-body" d={sheet.outline} />
      <path className="acy-shade" d={shading} clipPath={`url(#${id})`} />
      <path className="acy-fine" d={sheet.detail} />
      <path className="acy-edge" d={sheet.outline} />
    </svg>
  )
}

const shading = shadingPath(196, 5)
