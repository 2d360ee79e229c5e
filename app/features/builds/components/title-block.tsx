import type { Part, Platform } from '../rules.ts'
import type { ReadOut } from './drawn-build.ts'

type Props = {
  platform: Platform
  read: ReadOut
  chosen: readonly Part[]
  /** The scale as drawn, `1 : 3.8`, at 96 pixels to the inch. */
  scale: string
}

/** The title block of the sheet: what is drawn, in figures. */
export function TitleBlock({ platform, read, chosen, scale }: Props) {
  const items = [
    ['Platform', platform.name],
    ['Caliber', caliberOf(platform, chosen)],
    ['Barrel', read.barrel],
    [`Overall, ${read.extended} extended`, read.overall],
    ['Class', read.label],
    ['Scale', scale],
  ] as const
  return (
    <dl className="tb">
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
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
