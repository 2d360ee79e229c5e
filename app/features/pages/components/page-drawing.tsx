import { type PageArt, pageArt, pageArtPath } from '../rules.ts'

/** One of the pages' drawings as an image. Empty `alt` for a decorative one. Its light pens are dark ink on paper. */
export function PageDrawing({ art, alt, isEager = false }: { art: PageArt; alt: string; isEager?: boolean }) {
  return (
    <img
      className="h-auto w-full print:grayscale print:invert"
      src={pageArtPath(art)}
      alt={alt}
      {...pageArt[art]}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
