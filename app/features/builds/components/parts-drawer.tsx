import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useLayoutEffect, useRef, useState } from 'react'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Build, PartStep } from '#app/art/blueprint/build.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { formatCents } from '#app/kit/money.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { differenceTo, notesWith, sheetOf } from '../rules/checks.ts'
import { partPath } from '../rules/build-address.ts'
import {
  type Catalog,
  chosenParts,
  type Part,
  partIdsAt,
  partsFor,
  type Platform,
  type Selection,
  steps,
} from '../rules.ts'
import { faultWords, priceWords, stepWords } from '../words.ts'
import { buildFormId } from './builder-drawing.tsx'

type Props = {
  /** The step whose parts are shown, which stay while it closes. Another object opens or closes it again. */
  drawer: { step: PartStep; isOpen: boolean }
  selection: Selection
  catalog: Catalog
  photos: Readonly<Record<string, ShownPhoto>>
  platform: Platform
  build: Build
  onChoose: (part: Part) => void
  onClose: () => void
}

export function PartsDrawer({ drawer, selection, catalog, photos, platform, build, ...props }: Props) {
  const { frame, isOpenAtFirst } = useDrawer(drawer, props.onClose)
  const { step } = drawer
  const parts = partsFor(catalog, selection.platformId, step)
  const ids = partIdsAt(selection, step)
  const count = parts.length === 1 ? '1 part' : `${parts.length} parts`
  return (
    <div className="drawer" ref={frame}>
      <Dialog
        id="parts"
        open={isOpenAtFirst}
        title={
          <>
            <span
              className="-mb-5 grid size-10 place-items-center rounded-full bg-accent font-display text-lg leading-none font-medium text-on-accent"
              aria-hidden
            >
              {steps.indexOf(step) + 1}
            </span>
            {stepWords[step].label}
          </>
        }
        description={`${count} for ${platform.name}${step === 'accessories' ? ', add as many as you like' : ''}`}
      >
        <ul className="grid gap-4">
          {parts.map((part) => (
            <PartCard
              key={part.id}
              part={part}
              photo={photos[part.id]}
              build={build}
              times={ids.filter((id) => id === part.id).length}
              difference={differenceTo(chosenParts(selection, catalog), part)}
              notes={notesWith(part, selection, catalog, faultWords)}
              onChoose={props.onChoose}
            />
          ))}
        </ul>
      </Dialog>
    </div>
  )
}

function useDrawer(drawer: Props['drawer'], onClose: () => void) {
  const frame = useRef<HTMLDivElement>(null)
  const [first] = useState(drawer)
  useLayoutEffect(() => {
    const dialog = frame.current?.querySelector('dialog')
    if (!dialog) return
    if (!drawer.isOpen) return dialog.close()
    // It came open with the page, and was closed before script ran.
    if (drawer === first && !dialog.open) return onClose()
    if (dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
    // oxlint-disable-next-line react/exhaustive-deps -- when it is to open or close
  }, [drawer])
  useLayoutEffect(() => {
    const dialog = frame.current?.querySelector('dialog')
    // It may be open again before it says that it was closed.
    const hear = () => dialog?.open || onClose()
    dialog?.addEventListener('close', hear)
    return () => dialog?.removeEventListener('close', hear)
  })
  return { frame, isOpenAtFirst: first.isOpen }
}

type CardProps = {
  part: Part
  photo: ShownPhoto | undefined
  build: Build
  times: number
  /** What it costs more or less than the chosen part that it would replace, in cents. */
  difference: number | undefined
  notes: readonly string[]
  onChoose: (part: Part) => void
}

function PartCard({ part, photo, build, times, difference, notes, onChoose }: CardProps) {
  const notesId = `notes-${part.id}`
  const sheet = photo ? undefined : sheetOf(part, build)
  return (
    <li className="rounded-plate border border-hairline bg-page transition-colors hover:border-faint has-[[name][aria-pressed=true]]:border-accent has-[[name][aria-pressed=true]]:outline has-[[name][aria-pressed=true]]:-outline-offset-2 has-[[name][aria-pressed=true]]:outline-accent">
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
          onChoose(part)
        }}
      >
        {photo && (
          <span className="block overflow-hidden rounded-t-plate border-b border-hairline">
            <Photo photo={photo} sizes="400px" isDecorative className="h-32" />
          </span>
        )}
        {sheet && (
          <span className="[&_.bp]:w-full [&_.bp]:h-[132px] [&_.bp]:overflow-hidden max-lg:[&_.bp]:h-[84px] grid place-items-center border-b border-hairline px-5 py-3">
            <BlueprintDrawing sheet={sheet} label="" small />
          </span>
        )}
        <PartFacts part={part} times={times} difference={difference} />
      </button>
      {notes.length > 0 && (
        <div className="grid gap-1 px-5 pb-4 text-sm text-hold" id={notesId}>
          {notes.map((note) => (
            <p className="flex gap-2" key={note}>
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span>
                <span className="sr-only">With this part: </span>
                {note}
              </span>
            </p>
          ))}
        </div>
      )}
      <p className="border-t border-hairline px-5 py-1.5 text-sm">
        <a className="link inline-block py-1.5" href={partPath(part.id)}>
          Details and fit<span className="sr-only"> ({part.name})</span>
        </a>
      </p>
    </li>
  )
}

const chosen = 'inline-flex items-center gap-1.5 font-medium text-accent'

function PartFacts({ part, times, difference }: Pick<CardProps, 'part' | 'times' | 'difference'>) {
  const isMany = part.step === 'accessories'
  return (
    <span className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-5 py-4">
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
        <span className="ml-auto flex items-center gap-3">
          {times > 0 && (
            <b className={chosen}>
              {isMany ? <Plus className="size-4" aria-hidden /> : <Check className="size-4" aria-hidden />}{' '}
              {isMany ? `Added${times > 1 ? ` ${times} times` : ''}` : 'Selected'}
            </b>
          )}
          {/* The card is the button, so its name needs no verb. */}
          {(isMany || times === 0) && (
            <span
              className="rounded-control border border-control px-3 py-2 text-sm leading-none text-ink"
              aria-hidden
            >
              {isMany ? 'Add' : 'Select'}
            </span>
          )}
        </span>
      </span>
    </span>
  )
}

function differenceWords(cents: number): string {
  if (cents === 0) return 'same price'
  return `${cents > 0 ? '+' : '−'}${formatCents(Math.abs(cents))}`
}
