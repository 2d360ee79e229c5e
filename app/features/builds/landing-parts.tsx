import type { ReactNode } from 'react'
import { Sentences } from '../pages/components/sentences.tsx'
import type { Cited } from '../pages/rules.ts'
import { Photo } from '../photos/components/photo.tsx'
import type { ShownPhoto } from '../photos/rules.ts'

export function Rail({ label, columns, children }: { label: string; columns: string; children: ReactNode }) {
  return (
    <div
      className="max-md:relative max-md:mx-[calc(-1_*_var(--spacing-gutter))] max-md:pt-0.5 max-md:px-gutter max-md:pb-3 max-md:overflow-x-auto max-md:[overscroll-behavior-x:contain] max-md:[scroll-snap-type:x_mandatory] max-md:[scroll-padding-inline:var(--spacing-gutter)] max-md:[scrollbar-width:thin]"
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      <ul
        className={`grid gap-4 wrap-anywhere *:min-w-0 max-md:w-max max-md:auto-cols-[min(296px,78vw)] max-md:grid-flow-col md:gap-6 ${columns}`}
      >
        {children}
      </ul>
    </div>
  )
}

type PictureProps = { photo: ShownPhoto | undefined; drawing: string | undefined; isDecorative?: boolean }

export function CardPicture({ photo, drawing, isDecorative = false }: PictureProps) {
  const frame = 'rounded-t-plate border-b border-hairline'
  if (photo)
    return (
      <Photo
        photo={photo}
        sizes="(width >= 768px) 50vw, 78vw"
        isDecorative={isDecorative}
        className={`aspect-[16/8] ${frame}`}
      />
    )
  return (
    drawing && (
      <div className={`bg-page px-5 py-3 ${frame}`}>
        <CardDrawing src={drawing} />
      </div>
    )
  )
}

export function CardDrawing({ src }: { src: string }) {
  return (
    <img
      className="h-auto w-full print:grayscale print:invert"
      src={src}
      alt=""
      width={640}
      height={267}
      loading="lazy"
      decoding="async"
    />
  )
}

export function Note({ of, cited }: { of: readonly string[]; cited: Cited }) {
  return (
    <div className="max-w-[78ch] flex-[1_1_380px] text-sm text-muted">
      <Sentences of={of} cited={cited} />
    </div>
  )
}

export function quotePath(item: string): string {
  return `/contact?item=${encodeURIComponent(item)}#write`
}
