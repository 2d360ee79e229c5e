import { useDeferredValue, useMemo, useState } from 'react'
import { type Catalog, type Part, partsFor } from '../rules.ts'
import { type Preview, previewOf } from '../rules/preview.ts'
import type { BuildState } from './use-build.ts'

/** Which part of the open drawer is looked at, by a pointer, the keyboard, or a press on Preview. */
export type Looking = {
  preview: Preview | undefined
  /** The part that a press on Preview shows in the drawing. */
  pinnedId: string | undefined
  look: (part: Part) => void
  /** The pointer or the focus left a part: the pinned one comes back, or the chosen one. */
  leave: (part: Part) => void
  pin: (part: Part) => void
}

/**
 * The build with the part that is looked at. Nothing is chosen by looking: with the drawer closed, or at another step, the build is
 * drawn as it is. Drawing is deferred, so that a pointer runs over the list without waiting for it.
 */
export function usePreview(state: BuildState, catalog: Catalog): Looking {
  const [looked, setLooked] = useState<Part>()
  const [pinned, setPinned] = useState<Part>()
  const part = offeredNow(state, looked ?? pinned, catalog)
  const drawn = useDeferredValue(part)
  const { configurator } = state
  const preview = useMemo(
    () => (part && drawn ? previewOf(drawn, configurator, catalog) : undefined),
    [part, drawn, configurator, catalog],
  )
  return {
    preview,
    pinnedId: offeredNow(state, pinned, catalog)?.id,
    look: setLooked,
    leave: (left) => setLooked((before) => (before?.id === left.id ? undefined : before)),
    pin: (pressed) => {
      setLooked(undefined)
      setPinned((before) => (before?.id === pressed.id ? undefined : pressed))
    },
  }
}

/** The part, as long as it is among those of the open drawer. */
function offeredNow(
  { drawer, configurator }: BuildState,
  part: Part | undefined,
  catalog: Catalog,
): Part | undefined {
  if (!part || !drawer.isOpen || drawer.step !== part.step) return undefined
  const { platformId } = configurator.selection
  return partsFor(catalog, platformId, part.step).find(({ id }) => id === part.id)
}
