import { ButtonLink } from '#app/ui/button.tsx'
import type { LookupResult } from '../routes/lookup.server.ts'
import { resultWords } from '../words.ts'
import { PhantomPlate } from './phantom-plate.tsx'
import { UnitResult } from './unit-result.tsx'

/** The result of a lookup. Each kind has its own drawing and text; none relies on color. */
export function LookupResultSection({ result }: { result: LookupResult }) {
  if (result.kind === 'unit') return <UnitResult {...result} />
  const { title, text, after, plate } = describeResult(result)
  const isForged = result.kind === 'forged'
  return (
    <section
      className="section -scroll-mt-6 py-12 focus:outline-none"
      id="result"
      tabIndex={-1}
      aria-labelledby="answer"
      data-theme={'theme' in result ? result.theme : undefined}
    >
      <div className="wrap grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-16">
        <PhantomPlate text={plate} isStruckOut={isForged} />
        <div className="grid min-w-0 content-center justify-items-start gap-4" role="status">
          <h2 className="h1" id="answer">
            {title}
          </h2>
          {isForged && (
            <p className="max-w-full font-display text-lg leading-snug tracking-widest wrap-anywhere text-muted uppercase line-through">
              {result.typed}
            </p>
          )}
          <p className="lead">{text}</p>
          {after && <p className="max-w-lead text-sm text-muted">{after}</p>}
          {isForged && (
            <div className="btns">
              <ButtonLink to="/contact?subject=legal">Write to us</ButtonLink>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

type ResultText = { title: string; text: string; after?: string; plate: string }

function describeResult(result: Exclude<LookupResult, { kind: 'unit' }>): ResultText {
  switch (result.kind) {
    case 'forged':
      return { ...resultWords.forged, plate: 'A???' }
    case 'no_such_number': {
      const { name, total, number } = result
      return {
        title: `There is no number ${number}`,
        text: resultWords.noSuchNumber(name, total),
        plate: `${number}/${total}`,
      }
    }
    case 'no_such_drop':
      return { title: 'Drop not found', text: resultWords.noSuchDrop, plate: '?' }
    case 'limited':
      return { title: 'Too many lookups', text: result.text, plate: '...' }
  }
}
