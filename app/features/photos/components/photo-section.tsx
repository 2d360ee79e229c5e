import { Section } from '#app/ui/section.tsx'
import type { PhotoSet } from '../rules.ts'
import { PhotoGallery } from './photo-gallery.tsx'

export function PhotoSection({
  set,
  title = 'Photographs',
  withCover = false,
}: {
  set: PhotoSet
  title?: string
  withCover?: boolean
}) {
  const photos = [...(withCover && set.cover ? [set.cover] : []), ...set.gallery]
  if (photos.length === 0) return null
  return (
    <Section title={title}>
      <PhotoGallery photos={photos} label={title} />
    </Section>
  )
}
