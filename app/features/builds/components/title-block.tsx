import type { Part, Platform } from '../rules.ts'
import { caliberOf, markAsDrawn, type BuildClass } from '../rules/build-class.ts'

type Props = {
  platform: Platform
  buildClass: BuildClass
  chosen: readonly Part[]
  /** The scale as drawn, `1 : 3.8`, at 96 pixels to the inch. */
  scale: string
}

/** The title block of the sheet. Values of parts that are not chosen yet are marked and muted. */
export function TitleBlock({ platform, buildClass, chosen, scale }: Props) {
  const { asDrawn } = buildClass
  const overall = asDrawn.overall ? 'Overall' : `Overall, ${buildClass.extended} extended`
  const items = [
    ['Platform', platform.name, false],
    ['Caliber', caliberOf(platform, chosen), false],
    ['Barrel', buildClass.barrel, asDrawn.barrel],
    [overall, buildClass.overall, asDrawn.overall],
    ['Class', buildClass.label, asDrawn.class],
    ['Scale', scale, false],
  ] as const
  return (
    <dl className="grid grid-cols-3 border-t border-hairline lg:grid-cols-[0.75fr_1.6fr_0.85fr_1.25fr_1.25fr_0.75fr]">
      {items.map(([term, value, isDrawn]) => (
        <div
          // A printed page is not to scale; the sheet to scale is a document.
          className={`${term === 'Scale' ? 'print:hidden' : ''} border-hairline px-3 py-3 first:pl-0 max-lg:nth-4:pl-0 max-lg:nth-[n+4]:border-t lg:not-first:border-l max-lg:not-nth-[3n+1]:border-l`}
          key={term}
        >
          <dt className="text-xs text-faint">{markAsDrawn(term, isDrawn)}</dt>
          <dd className={`mt-0.5 font-display leading-snug wrap-anywhere ${isDrawn ? 'text-faint' : ''}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
