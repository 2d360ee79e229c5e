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
  /** Asked by its code, which is genuine; otherwise by its number. */
  isCertified: boolean
  /** The picture in which the unit's own line stands out. */
  art: string
}

/** One unit: its plate, its line in the artwork, and where it stands. */
export function UnitResult(props: Props) {
  const { slug, name, theme, dropNumber, total, number, launchDay, status, isCertified, art } = props
  const [, , width, height] = unitMapViews[theme].split(' ').map(Number)
  const { label, text } = unitStatusWords[status]
  return (
    <section className="sec reg-answer" id="result" tabIndex={-1} aria-labelledby="answer" data-theme={theme}>
      <div className="wrap reg-unit">
        <div className="reg-said" role="status">
          {isCertified && <Badge kind="ok">{resultWords.genuine}</Badge>}
          <h2 className="h1" id="answer">
            Number {number} of {total}
          </h2>
          <p className="reg-standing">{label}</p>
          <p>{text}</p>
          {isCertified && (
            <p className="small">{hasOwner(status) ? resultWords.proves : resultWords.unowned}</p>
          )}
          <DefinitionList
            items={[
              { term: 'Drop', value: `№ ${dropNumberText(dropNumber)}, ${name}` },
              ...(launchDay ? [{ term: status === 'to_come' ? 'Opens' : 'Opened', value: launchDay }] : []),
            ]}
          />
          <div className="btns">
            <ButtonLink to={`/drops/${slug}`} size="sm">
              The drop
            </ButtonLink>
          </div>
        </div>
        <figure className="reg-art">
          <img src={art} alt="" width={width} height={height} />
          <figcaption className="cap">
            {name}, drawn with {total} lines. The brightest one is number {number}.
          </figcaption>
        </figure>
        <div className="reg-plate">
          <DataPlate dropName={name} dropNumber={dropNumber} unitNumber={number} total={total} />
        </div>
      </div>
    </section>
  )
}
