import Check from 'lucide-react/icons/check'
import type { Build } from '#app/art/blueprint/build.ts'
import { coatHeight, coatWidth } from '#app/art/relief/coat-size.ts'
import { coatPath, type FinishColors, finishesFor, finishIn, isStandard } from '../rules/finishes.ts'
import { finishPriceWords, finishWords } from '../words/finish.ts'
import { buildFormId } from './build-form.tsx'
import type { BuildState } from './use-build.ts'

type Props = { state: BuildState; build: Build; colors: FinishColors }

/** The finishes of the build, and its receiver lit in the chosen one. Without script a press opens the build in that finish. */
export function FinishChoice({ state, build, colors }: Props) {
  const { selection } = state.configurator
  const chosen = finishIn(selection)
  return (
    <section
      id="finish"
      className="grid gap-x-10 gap-y-4 border-t border-hairline py-6 md:grid-cols-2"
      aria-labelledby="finish-title"
    >
      {/* The drawn sheet above it prints: a lit picture would be a dark block. */}
      <figure className="print:hidden">
        <img
          className="block h-auto w-full bg-page"
          src={coatPath(build, chosen)}
          alt={finishWords.alt(chosen.name)}
          width={coatWidth}
          height={coatHeight}
          loading="lazy"
          decoding="async"
        />
        <figcaption className="mt-1 text-xs text-faint">{finishWords.caption}</figcaption>
      </figure>
      <div>
        <h2 className="font-display text-2xl leading-none font-book" id="finish-title">
          {finishWords.title}
        </h2>
        <p className="mt-2 text-sm text-muted">{finishWords.lead}</p>
        <div className="mt-3 border-t border-hairline" role="group" aria-labelledby="finish-title">
          {finishesFor(selection.platformId).map((finish) => {
            const isChosen = finish === chosen
            return (
              <button
                className="group grid min-h-11 w-full grid-cols-[28px_minmax(0,1fr)_auto_20px] items-center gap-x-3 border-b border-hairline py-1.5 text-left"
                key={finish.id}
                type="submit"
                form={buildFormId}
                name="finish"
                value={finish.id}
                aria-pressed={isChosen}
                onClick={(event) => {
                  event.preventDefault()
                  if (!isChosen) state.chooseFinish(finish.id)
                }}
              >
                <span
                  className="size-6 rounded-full border border-muted forced-color-adjust-none forced-colors:group-aria-pressed:outline-2 forced-colors:group-aria-pressed:outline-offset-2 forced-colors:group-aria-pressed:outline-[Highlight]"
                  style={{ backgroundColor: colors[finish.id] }}
                  aria-hidden
                />
                <span className="leading-snug underline-offset-4 group-hover:underline">{finish.name}</span>
                <span className="text-sm text-muted">{finishPriceWords(finish)}</span>
                <Check className="invisible size-5 text-accent group-aria-pressed:visible" aria-hidden />
              </button>
            )
          })}
        </div>
        <p className="mt-3 min-h-10 text-sm text-muted">
          {isStandard(chosen)
            ? finishWords.isStandard
            : finishWords.isQuoted(chosen.isMetalOnly && build.lower === 'polymer')}
        </p>
      </div>
    </section>
  )
}
