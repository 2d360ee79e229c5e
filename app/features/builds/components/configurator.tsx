import { useEffect, useMemo } from 'react'
import { type Catalog, chosenParts, findConfigurablePlatform, priceBuild } from '../rules.ts'
import { buildFaults } from '../rules/buildable.ts'
import { configuratorWords, priceWords } from '../words.ts'
import { BuildForm } from './build-form.tsx'
import { buildForDrawing, classifyBuild } from '../rules/build-class.ts'
import { BuildHead } from './build-head.tsx'
import { FinishChoice } from './finish-choice.tsx'
import type { FinishColors } from '../rules/finishes.ts'
import { MobileBar } from './mobile-bar.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { PartsDrawer } from './parts-drawer.tsx'
import { Stage } from './stage.tsx'
import { StepTrack } from './step-track.tsx'
import { SummaryCard } from './summary-card.tsx'
import { type BuildState, useBuild } from './use-build.ts'
import { usePreview } from './use-preview.ts'

type Props = {
  catalog: Catalog
  /** Photographs of parts. */
  photos: Readonly<Record<string, ShownPhoto>>
  finishColors: FinishColors
  /** The query of the page's address: the build. */
  search: string
  /** Legal notice about suppressors, from the claim in force. */
  suppressorNotice: string
}

/**
 * The configurator of the platform in the address. A build is an address, so it opens the same in every browser; without
 * script every click requests the next address.
 */
export function Configurator({ catalog, photos, finishColors, search, suppressorNotice }: Props) {
  const state = useBuild(catalog, search)
  useShortcuts(state)
  const looking = usePreview(state, catalog)
  const selection = state?.configurator.selection
  const platform = selection && findConfigurablePlatform(catalog, selection.platformId)
  const build = useMemo(() => selection && buildForDrawing(selection, catalog), [selection, catalog])
  if (!state || !platform || !build) return null
  const price = priceBuild(state.configurator.selection, catalog)
  const faults = buildFaults(state.configurator.selection, catalog)
  return (
    <section id="configurator" aria-label="Configurator">
      <BuildForm selection={state.configurator.selection} compared={state.compared} />
      <BuildHead
        platform={platform}
        platforms={catalog.platforms}
        buildClass={classifyBuild(build, chosenParts(state.configurator.selection, catalog))}
      />
      {state.missing.length > 0 && (
        <p className="py-3 text-sm text-hold" role="status">
          {configuratorWords.missing(state.missing.length)}
        </p>
      )}
      <StepTrack configurator={state.configurator} catalog={catalog} onGoTo={state.goTo} />
      <div className="grid xl:grid-cols-[minmax(0,1fr)_372px]">
        <Stage state={state} catalog={catalog} platform={platform} build={build} preview={looking.preview} />
        <SummaryCard
          state={state}
          catalog={catalog}
          platform={platform}
          faults={faults}
          suppressorNotice={suppressorNotice}
        />
      </div>
      <FinishChoice state={state} build={build} colors={finishColors} />
      <PartsDrawer
        state={state}
        catalog={catalog}
        photos={photos}
        platform={platform}
        build={build}
        totalCents={price.totalCents}
        looking={looking}
      />
      <MobileBar configurator={state.configurator} price={price} faults={faults} onOpen={state.openDrawer} />
      <p className="sr-only" role="status">
        {state.justChosen && `${configuratorWords.total} ${priceWords(price.totalCents)}`}
      </p>
    </section>
  )
}

/** Ctrl or Cmd with Z undoes, with Shift+Z or Y redoes. In a form field they keep their usual meaning. */
function useShortcuts(state: BuildState | undefined) {
  useEffect(() => {
    if (!state) return
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isField(event.target)) return
      const key = event.key.toLowerCase()
      if (key === 'z' && !event.shiftKey) state.undo()
      else if (key === 'y' || (key === 'z' && event.shiftKey)) state.redo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
