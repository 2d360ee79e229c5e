import type { Part, Platform } from '../rules.ts'
import { asDrawn, type ReadOut } from './drawn-build.ts'

type Props = {
  platform: Platform
  read: ReadOut
  chosen: readonly Part[]
  /** The scale as drawn, `1 : 3.8`, at 96 pixels to the inch. */
  scale: string
}

/** The title block of the sheet: what is drawn, in figures. What nobody has chosen yet says so and stands back. */
export function TitleBlock({ platform, read, chosen, scale }: Props) {
  const { drawn } = read
  const overall = drawn.overall ? 'Overall' : `Overall, ${read.extended} extended`
  const items = [
    ['Platform', platform.name, false],
    ['Caliber', caliberOf(platform, chosen), false],
    ['Barrel', read.barrel, drawn.barrel],
    [overall, read.overall, drawn.overall],
    ['Class', read.label, drawn.class],
    ['Scale', scale, false],
  ] as const
  return (
    <dl className="tb">
      {items.map(([term, value, isDrawn]) => (
        <div key={term}>
          <dt>{asDrawn(term, isDrawn)}</dt>
          <dd className={isDrawn ? 'is-drawn' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The caliber that the chosen upper decides, or all that the platform comes in. */
export function caliberOf({ calibers }: Platform, chosen: readonly Part[]): string {
  const upper = chosen.find((part) => part.step === 'upper')
  const decided = calibers.filter((caliber) =>
    upper?.tags.some((tag) => caliber === tag || caliber.startsWith(`${tag} `)),
  )
  return (decided.length > 0 ? decided : calibers).join(' / ')
}
