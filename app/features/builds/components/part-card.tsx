import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { memo } from 'react'
import { Link } from 'react-router'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Build } from '#app/art/blueprint/build.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { type Part, partPath } from '../rules.ts'
import { configuratorWords, priceWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'
import { sheetOf } from '../rules/part-drawing.ts'

type Props = {
  part: Part
  /** In place of its drawing. */
  photo?: ShownPhoto | undefined
  build: Build
  /** How many times it is in the build. */
  times: number
  onChoose: () => void
}

/** One part in the drawer: its drawing to a common scale, price, description and tags. */
export const PartCard = memo(function PartCard({ part, photo, build, times, onChoose }: Props) {
  const sheet = sheetOf(part, build)
  return (
    <div className="rounded-plate border border-hairline bg-page transition-colors hover:border-faint has-[[aria-pressed=true]]:border-accent has-[[aria-pressed=true]]:outline has-[[aria-pressed=true]]:-outline-offset-2 has-[[aria-pressed=true]]:outline-accent">
      <button
        type="submit"
        form={buildFormId}
        name={part.step}
        value={part.id}
        className="block w-full rounded-t-plate text-left text-ink"
        aria-pressed={times > 0}
        onClick={(event) => {
          event.preventDefault()
          onChoose()
        }}
      >
        {photo && (
          <span className="block overflow-hidden rounded-t-plate border-b border-hairline">
            <Photo photo={photo} sizes="400px" isDecorative className="h-32" />
          </span>
        )}
        {sheet && !photo && (
          <span className="part-drawing grid h-32 place-items-center border-b border-hairline px-6 py-4">
            <BlueprintDrawing sheet={sheet} label="" small />
          </span>
        )}
        <span className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-5 pt-4 pb-4">
          <span className="font-display text-lg leading-snug">{part.name}</span>
          <span className="font-display text-lg leading-snug">{priceWords(part.priceCents)}</span>
          <span className="col-span-full text-sm text-muted">{part.description}</span>
          <span className="col-span-full flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
            {part.specs.map((spec) => (
              <span key={spec}>{spec}</span>
            ))}
          </span>
          <span className="col-span-full mt-1.5 flex flex-wrap items-center gap-1.5 text-xs leading-none text-muted">
            {part.tags.map((tag) => (
              <span className="rounded-control border border-hairline px-2 py-1" key={tag}>
                {tag}
              </span>
            ))}
            {times > 0 && <Chosen step={part.step} times={times} />}
          </span>
        </span>
      </button>
      <p className="border-t border-hairline px-5 py-1.5 text-sm">
        <Link className="link inline-block py-1.5" to={partPath(part.id)}>
          {configuratorWords.details}
          <span className="sr-only"> ({part.name})</span>
        </Link>
      </p>
    </div>
  )
})

const chosen = 'inline-flex items-center gap-1.5 font-medium text-accent'

function Chosen({ step, times }: { step: Part['step']; times: number }) {
  if (step !== 'accessories')
    return (
      <b className={chosen}>
        <Check className="size-4" aria-hidden /> Selected
      </b>
    )
  return (
    <b className={chosen}>
      <Plus className="size-4" aria-hidden /> Added{times > 1 && ` ${times} times`}
    </b>
  )
}
