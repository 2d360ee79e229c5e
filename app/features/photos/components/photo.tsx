import type { CSSProperties } from 'react'
import { photoPath, type ShownPhoto, srcSetOf, type PhotoSet } from '../rules.ts'
import { Section } from '#app/ui/section.tsx'

type Props = {
  photo: ShownPhoto
  /** The width that it is shown at, as in HTML: `(width >= 900px) 420px, 100vw`. */
  sizes: string
  /** Size and place of its frame. Whole by default; with a height or a ratio it is cropped around its focal point. */
  className?: string
  isFirst?: boolean
  /** Where the words beside it say all that it shows. */
  isDecorative?: boolean
}

export function Photo({ photo, sizes, className = '', isFirst = false, isDecorative = false }: Props) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSetOf(photo, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSetOf(photo, 'webp')} sizes={sizes} />
      <img
        className={`h-auto w-full object-cover ${className}`}
        style={frameStyle(photo)}
        src={photoPath(photo, `${photo.widths.findLast((width) => width <= 1280) ?? photo.width}.jpg`)}
        srcSet={srcSetOf(photo, 'jpg')}
        sizes={sizes}
        width={photo.width}
        height={photo.height}
        alt={isDecorative ? '' : photo.alt}
        decoding={isFirst ? 'sync' : 'async'}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  )
}

export function CoverPhoto({ photo }: Pick<Props, 'photo'>) {
  return <Photo photo={photo} sizes="(width >= 900px) 60vw, 100vw" className="absolute inset-0 h-full" />
}

function frameStyle({ color, focus }: ShownPhoto): CSSProperties {
  return { backgroundColor: color, objectPosition: `${focus.x}% ${focus.y}%` }
}

export function PhotoGallery({ photos, label }: { photos: readonly ShownPhoto[]; label: string }) {
  if (photos.length === 0) return null
  return (
    <ul className="grid gap-4 sm:grid-cols-2" aria-label={label}>
      {photos.map((photo) => (
        <li
          key={photo.hash}
          className="overflow-hidden rounded-plate border border-hairline sm:last:odd:col-span-2"
        >
          <Photo photo={photo} sizes="(width >= 600px) 50vw, 100vw" className="aspect-[3/2]" />
        </li>
      ))}
    </ul>
  )
}

type SectionProps = { set: PhotoSet; title?: string; withCover?: boolean }

export function PhotoSection({ set, title = 'Photographs', withCover = false }: SectionProps) {
  const photos = [...(withCover && set.cover ? [set.cover] : []), ...set.gallery]
  if (photos.length === 0) return null
  return (
    <Section title={title}>
      <PhotoGallery photos={photos} label={title} />
    </Section>
  )
}
