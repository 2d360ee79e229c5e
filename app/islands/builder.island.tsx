import { useMemo, useRef } from 'react'
import { BuildForm } from '#app/features/builds/components/build-form.tsx'
import { BuildHead } from '#app/features/builds/components/build-head.tsx'
import { FinishChoice } from '#app/features/builds/components/finish-choice.tsx'
import { MobileBar } from '#app/features/builds/components/mobile-bar.tsx'
import { PartsDrawer } from '#app/features/builds/components/parts-drawer.tsx'
import { Stage } from '#app/features/builds/components/stage.tsx'
import { StepTrack } from '#app/features/builds/components/step-track.tsx'
import { SummaryCard } from '#app/features/builds/components/summary-card.tsx'
import { type OpenedBuild, useBuild } from '#app/features/builds/components/use-build.ts'
import { usePreview } from '#app/features/builds/components/use-preview.ts'
import { type Catalog, chosenParts, type Platform, priceBuild } from '#app/features/builds/rules.ts'
import { buildForDrawing, classifyBuild } from '#app/features/builds/rules/build-class.ts'
import { buildFaults } from '#app/features/builds/rules/buildable.ts'
import type { FinishColors } from '#app/features/builds/rules/finishes.ts'
import { configuratorWords, priceWords } from '#app/features/builds/words.ts'
import type { ShownPhoto } from '#app/features/photos/rules.ts'

/** The builder's sheet: a build, and what it can be made of. */
export type BuilderSheet = OpenedBuild & {
  platform: Platform
  /** The platforms that can be chosen, and the parts for this one. */
  catalog: Catalog
  /** How many parts of the address are no longer offered. */
  missing: number
  /** Photographs of parts. */
  photos: Readonly<Record<string, ShownPhoto>>
  finishColors: FinishColors
  /** Legal notice about suppressors, from the claim in force. */
  suppressorNotice: string
}

/**
 * The configurator. A build is an address, so it opens the same in every browser; without script every press requests the next
 * address, with it the sheet is drawn anew at once.
 */
export default function Configurator(props: BuilderSheet) {
  const { platform, catalog, missing, photos, finishColors, suppressorNotice } = props
  const root = useRef<HTMLElement>(null)
  const state = useBuild(root, props)
  const looking = usePreview(state, catalog)
  const { configurator, compared } = state
  const { selection } = configurator
  const build = useMemo(() => buildForDrawing(selection, catalog), [selection, catalog])
  const price = priceBuild(selection, catalog)
  const faults = buildFaults(selection, catalog)
  return (
    <section id="configurator" aria-label="Configurator" data-alive={state.isAlive || undefined} ref={root}>
      <BuildForm selection={selection} compared={compared} />
      <BuildHead
        platform={platform}
        platforms={catalog.platforms}
        buildClass={classifyBuild(build, chosenParts(selection, catalog))}
      />
      {missing > 0 && (
        <p className="py-3 text-sm text-hold" role="status">
          {configuratorWords.missing(missing)}
        </p>
      )}
      <StepTrack configurator={configurator} catalog={catalog} onGoTo={state.goTo} />
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
      <MobileBar configurator={configurator} price={price} faults={faults} onOpen={state.openDrawer} />
      <p className="sr-only" role="status">
        {state.justChosen && `${configuratorWords.total} ${priceWords(price.totalCents)}`}
      </p>
    </section>
  )
}
