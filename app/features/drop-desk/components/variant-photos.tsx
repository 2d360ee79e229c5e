import { Section } from '#app/features/console/components/section.tsx'
import { FromLibrary, SubjectPhotos } from '#app/features/photo-desk/components/photo-panel.tsx'
import type { ShownPlan } from '../routes/shown-plan.server.ts'

type Props = Pick<ShownPlan, 'slug' | 'variants' | 'variantPhotos' | 'values'>

/**
 * The photographs of each saved variant, folded. They are outside the form of the plan, because each change of them is saved
 * at once.
 */
export function VariantPhotos({ slug, variants, variantPhotos, values }: Props) {
  if (variants.length === 0) return null
  return (
    <Section title="Photographs of the variants">
      <div className="grid gap-3">
        {variants.map((id) => {
          const subject = { kind: 'variant' as const, key: id }
          const photos = variantPhotos[id] ?? []
          return (
            <details key={id}>
              <summary className="con-link w-fit">
                {values[`variants.${id}.name`] || 'A variant without a name'}, {countWords(photos.length)}
              </summary>
              <div className="grid gap-3 py-3" id={variantPhotosId(id)}>
                <p>
                  <FromLibrary subject={subject} />
                </p>
                <SubjectPhotos subject={subject} photos={photos} here={`/staff/drops/${slug}`} />
              </div>
            </details>
          )
        })}
      </div>
    </Section>
  )
}

/** Leads from the row of a variant to its photographs, which open by it. */
export function VariantPhotosLink({ id, count }: { id: string; count: number }) {
  return (
    <a className="con-link" href={`#${variantPhotosId(id)}`}>
      {countWords(count)}
    </a>
  )
}

const variantPhotosId = (id: string) => `photos-${id}`

function countWords(count: number): string {
  if (count === 0) return 'no photograph'
  return count === 1 ? '1 photograph' : `${count} photographs`
}
