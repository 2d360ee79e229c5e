import { RadioGroup } from '#app/ui/choice-field.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import { chosenVariantWords } from '../words/variants.ts'
import type { VariantView } from './rifle-facts.tsx'

type Props = {
  variants: readonly VariantView[]
  /** The variant chosen at first. */
  chosen: VariantView | undefined
  /** The id of the form that holds a number, where the choice is outside of it. */
  form?: string
}

/** The variants of a drop with their prices and photographs, one of which is held with the number. Nothing where there is no choice. */
export function VariantChoice({ variants, chosen, form }: Props) {
  if (variants.length < 2) return undefined
  return (
    <RadioGroup
      name="variant"
      label="Your variant"
      className="variants"
      required
      defaultValue={chosen?.id}
      {...(form && { form })}
      options={variants.map((variant) => ({
        value: variant.id,
        label: chosenVariantWords(variant),
        hint: [variant.caliber, variant.barrel, variant.finish].filter(Boolean).join(', '),
        picture: variant.photos?.cover && (
          <span className="variant-picture">
            <Photo
              photo={variant.photos.cover}
              sizes="80px"
              className="aspect-[4/3] rounded-plate"
              isDecorative
            />
          </span>
        ),
      }))}
    />
  )
}
