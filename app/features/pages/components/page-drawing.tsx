import { type PageArt, pageArt, pageArtPath } from '../rules.ts'

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
