import { memo } from 'react'
import { Link } from 'react-router'
import type { Build } from '#app/art/blueprint/build.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { buildPath } from '../input.ts'
import { type Catalog, partIdsAt, type Part, partsFor, type Platform, steps } from '../rules.ts'
import { configuratorWords, stepWords } from '../words.ts'
import { PartCard } from './part-card.tsx'
import type { BuildState } from './use-build.ts'

type Photos = Readonly<Record<string, ShownPhoto>>
type Props = { state: BuildState; catalog: Catalog; photos: Photos; platform: Platform; build: Build }

/** The parts of one step: a side panel on wide screens, a bottom sheet on phones. Choosing a part closes it. */
export function PartsDrawer({ state, catalog, photos, platform, build }: Props) {
  const isHydrated = useHydrated()
  const { selection } = state.configurator
  const step = state.drawerStep ?? state.configurator.step
  const parts = state.drawerStep ? partsFor(catalog, selection.platformId, step) : []
  const chosen = partIdsAt(selection, step)
  const count = parts.length === 1 ? '1 part' : `${parts.length} parts`
  return (
    <div className="drawer">
      <Dialog
        open={state.isOpen}
        onClose={state.close}
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
        <Parts
          isOpen={state.isOpen}
          parts={parts}
          photos={photos}
          chosen={chosen}
          build={build}
          onChoose={state.choose}
        />
        {!isHydrated && (
          <Link
            className="link mt-5 inline-block"
            to={`${buildPath(selection, state.compared)}#configurator`}
          >
            {configuratorWords.close}
          </Link>
        )}
      </Dialog>
    </div>
  )
}

type PartsProps = {
  isOpen: boolean
  parts: readonly Part[]
  /** Covers by part. */
  photos: Photos
  /** Ids of the chosen parts. */
  chosen: readonly string[]
  build: Build
  onChoose: (part: Part) => void
}

/** The cards. They are not rendered again while the drawer closes. */
const Parts = memo(
  ({ parts, photos, chosen, build, onChoose }: PartsProps) => (
    <ul className="grid gap-4">
      {parts.map((part) => (
        <li key={part.id}>
          <PartCard
            part={part}
            photo={photos[part.id]}
            build={build}
            times={chosen.filter((id) => id === part.id).length}
            onChoose={() => onChoose(part)}
          />
        </li>
      ))}
    </ul>
  ),
  (_, { isOpen }) => !isOpen,
)
