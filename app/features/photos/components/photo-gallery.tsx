import type { ShownPhoto } from '../rules.ts'
import { Photo } from './photo.tsx'

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
