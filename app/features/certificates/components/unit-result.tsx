import { DataPlate } from '#app/art/data-plate.tsx'
import { unitMapViews } from '#app/art/art-frames.ts'
import { dropNumberText } from '#app/art/drawing.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import type { DropTheme } from '#app/features/drops/rules.ts'
import { hasOwner, type UnitStatus } from '../rules.ts'
import { resultWords, unitStatusWords } from '../words.ts'

type Props = {
  slug: string
  name: string
  theme: DropTheme
  dropNumber: number
  total: number
  number: number
  /** As it is written: `Nov 20, 2026`. */
  launchDay: string | null
  status: UnitStatus
  /** True when looked up by a genuine code, false by number. */
  isCertified: boolean
  /** The picture with the unit highlighted. */
  art: string
}

/** One unit: its plate, its stroke in the artwork and its status. */
export function UnitResult(props: Props) {
  const { slug, name, theme, dropNumber, total, number, launchDay, status, isCertified, art } = props
  const [, , width, height] = unitMapViews[theme].split(' ').map(Number)
  const { label, text } = unitStatusWords[status]
  return (
    <section
      className="section -scroll-mt-6 py-12 focus:outline-none"
      id="result"
      tabIndex={-1}
      aria-labelledby="answer"
      data-theme={theme}
    >
      <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid min-w-0 content-center justify-items-start gap-4 lg:col-start-2" role="status">
          {isCertified && <Badge kind="ok">{resultWords.genuine}</Badge>}
          <h2 className="h1" id="answer">
            Number {number} of {total}
          </h2>
          <p className="font-display text-xl tracking-wide text-accent">{label}</p>
          <p className="max-w-[52ch] text-muted">{text}</p>
          {isCertified && (
            <p className="text-sm text-muted">
              {hasOwner(status) ? resultWords.proves : resultWords.unowned}
            </p>
          )}
          <div className="mt-2 w-full">
            <DefinitionList
              items={[
                { term: 'Drop', value: `№ ${dropNumberText(dropNumber)}, ${name}` },
                ...(launchDay ? [{ term: status === 'to_come' ? 'Opens' : 'Opened', value: launchDay }] : []),
              ]}
            />
          </div>
          <div className="btns">
            <ButtonLink to={`/drops/${slug}`} size="sm">
              The drop
            </ButtonLink>
          </div>
        </div>
        <figure className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <img
            className="h-auto w-full border border-hairline"
            src={art}
            alt=""
            width={width}
            height={height}
          />
          <figcaption className="mt-3 text-sm text-faint">
            {name}, drawn with {total} lines. The brightest one is number {number}.
          </figcaption>
        </figure>
        <div className="w-full max-w-[400px] lg:col-start-2">
          <DataPlate dropName={name} dropNumber={dropNumber} unitNumber={number} total={total} />
        </div>
      </div>
    </section>
  )
}
