import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { memo } from 'react'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Build } from '#app/art/blueprint/build.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import type { Part } from '../rules.ts'
import { partPath } from '../rules/addresses.ts'
import { configuratorWords, differenceWords, priceWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'
import { sheetOf } from '../rules/part-drawing.ts'

type Props = {
  part: Part
  /** In place of its drawing. */
  photo?: ShownPhoto | undefined
  build: Build
  /** How many times it is in the build. */
  times: number
  /** What it costs more or less than the chosen part that it would replace, in cents. */
  difference: number | undefined
  /** What would be said against a build with it. */
  notes: readonly string[]
  /** Whether a press shows it in the drawing until it is pressed again. */
  isPinned: boolean
  onChoose: () => void
  /** It is looked at, by pointer or keyboard, and no longer. */
  onLook: () => void
  onLeave: () => void
  onPin: () => void
}

/**
 * One part in the drawer: its drawing to a common scale, price, description and tags. Looking at it shows it in the drawing. It holds
 * a drawing, so it is rendered again only when what it says changes: the behavior of its functions never does.
 */
export const PartCard = memo(Card, (before, after) =>
  Object.entries(after).every(
    ([name, value]) =>
      typeof value === 'function' ||
      value === before[name as keyof Props] ||
      (name === 'notes' && JSON.stringify(value) === JSON.stringify(before.notes)),
  ),
)

function Card({
  part,
  photo,
  build,
  times,
  difference,
  notes,
  isPinned,
  onChoose,
  onLook,
  onLeave,
  onPin,
}: Props) {
  const notesId = `notes-${part.id}`
  return (
    <div
      // A finger scrolls over the cards: it has a button of its own.
      onPointerEnter={(event) => event.pointerType === 'touch' || onLook()}
      onPointerLeave={(event) => event.pointerType === 'touch' || onLeave()}
      onFocus={(event) => event.target.matches(':focus-visible') && onLook()}
      onBlur={onLeave}
      className="rounded-plate border border-hairline bg-page transition-colors hover:border-faint has-[[name][aria-pressed=true]]:border-accent has-[[name][aria-pressed=true]]:outline has-[[name][aria-pressed=true]]:-outline-offset-2 has-[[name][aria-pressed=true]]:outline-accent"
    >
      <button
        type="submit"
        form={buildFormId}
        name={part.step}
        value={part.id}
        className="block w-full rounded-t-plate text-left text-ink"
        aria-pressed={times > 0}
        aria-describedby={notes.length > 0 ? notesId : undefined}
        onClick={(event) => {
          event.preventDefault()
          onChoose()
        }}
      >
        <PartPicture part={part} photo={photo} build={build} />
        <PartFacts part={part} times={times} difference={difference} />
      </button>
      {notes.length > 0 && (
        <div className="grid gap-1 px-5 pb-4 text-sm text-hold" id={notesId}>
          {notes.map((note) => (
            <p className="flex gap-2" key={note}>
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span>
                <span className="sr-only">{configuratorWords.notes} </span>
                {note}
              </span>
            </p>
          ))}
        </div>
      )}
      <p className="flex items-center justify-between border-t border-hairline px-5 py-1.5 text-sm">
        <a className="link inline-block py-1.5" href={partPath(part.id)}>
          {configuratorWords.details}
          <span className="sr-only"> ({part.name})</span>
        </a>
        <button
          type="button"
          className="part-preview -mr-3 min-h-11 items-center gap-2 px-3 text-muted aria-pressed:text-accent"
          aria-pressed={isPinned}
          onClick={onPin}
        >
          <Eye className="size-4" aria-hidden />
          {configuratorWords.preview}
          <span className="sr-only"> ({part.name})</span>
        </button>
      </p>
    </div>
  )
}

/** Its photograph, or else its drawing to the scale of all cards. */
function PartPicture({ part, photo, build }: Pick<Props, 'part' | 'photo' | 'build'>) {
  if (photo)
    return (
      <span className="block overflow-hidden rounded-t-plate border-b border-hairline">
        <Photo photo={photo} sizes="400px" isDecorative className="h-32" />
      </span>
    )
  const sheet = sheetOf(part, build)
  if (!sheet) return null
  return (
    <span className="part-drawing grid h-32 place-items-center border-b border-hairline px-6 py-4">
      <BlueprintDrawing sheet={sheet} label="" small />
    </span>
  )
}

/** Name, price, description, specifications and tags. */
function PartFacts({ part, times, difference }: Pick<Props, 'part' | 'times' | 'difference'>) {
  return (
    <span className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-5 pt-4 pb-4">
      <span className="font-display text-lg leading-snug">{part.name}</span>
      <span className="text-right font-display text-lg leading-snug">
        {priceWords(part.priceCents)}
        {difference !== undefined && (
          <span className="block text-sm leading-snug text-muted"> {differenceWords(difference)}</span>
        )}
      </span>
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
        <Choice step={part.step} times={times} />
      </span>
    </span>
  )
}

const chosen = 'inline-flex items-center gap-1.5 font-medium text-accent'

/** Whether it is chosen, and what a press on the card does. The whole card is the button, so its name needs no verb. */
function Choice({ step, times }: { step: Part['step']; times: number }) {
  const isMany = step === 'accessories'
  return (
    <span className="ml-auto flex items-center gap-3">
      {times > 0 &&
        (isMany ? (
          <b className={chosen}>
            <Plus className="size-4" aria-hidden /> Added{times > 1 && ` ${times} times`}
          </b>
        ) : (
          <b className={chosen}>
            <Check className="size-4" aria-hidden /> Selected
          </b>
        ))}
      {(isMany || times === 0) && (
        <span
          className="rounded-control border border-control px-3 py-2 text-sm leading-none text-ink"
          aria-hidden
        >
          {isMany ? configuratorWords.add : configuratorWords.select}
        </span>
      )}
    </span>
  )
}
