import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { Build } from '#app/art/blueprint/build.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import {
  type Catalog,
  chosenParts,
  partIdsAt,
  type Part,
  partsFor,
  type Platform,
  type Selection,
  steps,
} from '../rules.ts'
import { differenceTo, notesWith } from '../rules/preview.ts'
import { configuratorWords, faultWords, stepWords } from '../words.ts'
import { DrawerPreview } from './drawer-preview.tsx'
import { PartCard } from './part-card.tsx'
import type { BuildState } from './use-build.ts'
import { useMatch } from './use-screen.ts'
import type { Looking } from './use-preview.ts'

type Photos = Readonly<Record<string, ShownPhoto>>
type Props = {
  state: BuildState
  catalog: Catalog
  photos: Photos
  platform: Platform
  build: Build
  totalCents: number
  looking: Looking
}

/** The parts of one step: a side panel on wide screens, a bottom sheet on phones. Choosing a part closes it. */
export function PartsDrawer({ state, catalog, photos, platform, build, totalCents, looking }: Props) {
  const { frame, isOpenAtFirst } = useDrawer(state)
  // From this width the page's own content is beside the drawer.
  const isBesideSheet = useMatch('(width >= 1180px)')
  const { drawer, configurator, isAlive } = state
  const { selection } = configurator
  const step = drawer.step ?? configurator.step
  const parts = drawer.step ? partsFor(catalog, selection.platformId, step) : []
  const chosen = partIdsAt(selection, step)
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
        description={`${count} for ${platform.name}${step === 'accessories' ? `, ${configuratorWords.anyNumber}` : ''}`}
      >
        {isAlive && !isBesideSheet && drawer.step && (
          <DrawerPreview
            configurator={{ selection, step }}
            build={build}
            preview={looking.preview}
            totalCents={totalCents}
          />
        )}
        <Parts
          isOpen={drawer.isOpen}
          parts={parts}
          photos={photos}
          chosen={chosen}
          build={build}
          selection={selection}
          catalog={catalog}
          looking={looking}
          onChoose={state.choose}
        />
      </Dialog>
    </div>
  )
}

/** Shows and closes the dialog, and hears when it was closed by itself. */
function useDrawer({ drawer, close }: BuildState) {
  const frame = useRef<HTMLDivElement>(null)
  const [first] = useState(drawer)
  useLayoutEffect(() => {
    const dialog = frame.current?.querySelector('dialog')
    if (!dialog) return
    if (!drawer.isOpen) return dialog.close()
    // It came open with the page, and was closed before script ran.
    if (drawer === first && !dialog.open) return close()
    if (dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
    // oxlint-disable-next-line react/exhaustive-deps -- when it is to open or close
  }, [drawer])
  useLayoutEffect(() => {
    const dialog = frame.current?.querySelector('dialog')
    // It may be open again before it says that it was closed.
    const hear = () => dialog?.open || close()
    dialog?.addEventListener('close', hear)
    return () => dialog?.removeEventListener('close', hear)
  })
  return { frame, isOpenAtFirst: first.isOpen }
}

type PartsProps = {
  isOpen: boolean
  parts: readonly Part[]
  /** Covers by part. */
  photos: Photos
  /** Ids of the chosen parts. */
  chosen: readonly string[]
  build: Build
  selection: Selection
  catalog: Catalog
  looking: Looking
  onChoose: (part: Part) => void
}

/** The cards. They are not rendered again while the drawer closes. */
const Parts = memo(
  ({ parts, photos, chosen, build, selection, catalog, looking, onChoose }: PartsProps) => (
    <ul className="grid gap-4">
      {parts.map((part) => (
        <li key={part.id}>
          <PartCard
            part={part}
            photo={photos[part.id]}
            build={build}
            difference={differenceTo(chosenParts(selection, catalog), part)}
            notes={notesWith(part, selection, catalog, faultWords)}
            isPinned={looking.pinnedId === part.id}
            times={chosen.filter((id) => id === part.id).length}
            onChoose={() => onChoose(part)}
            onLook={() => looking.look(part)}
            onLeave={() => looking.leave(part)}
            onPin={() => looking.pin(part)}
          />
        </li>
      ))}
    </ul>
  ),
  (_, { isOpen }) => !isOpen,
)
