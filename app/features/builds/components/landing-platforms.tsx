import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { Section } from '#app/ui/section.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { comingWords, platformWords } from '../words/landing.ts'
import { isPlatformId, type Platform } from '../rules.ts'
import { platformPath } from '../rules/addresses.ts'
import type { BuildClass } from '../rules/build-class.ts'
import { fromWords, platformClassWords } from '../words.ts'
import { CardDrawing } from './card-drawing.tsx'
import { quotePath } from './landing-packages.tsx'
import { type PriceFrom, PriceOf } from './price-from.tsx'

/** A platform with the address of its image, if we can draw it, and with what it can be built as. */
type PlatformView = Platform & {
  picture: string | undefined
  photo: ShownPhoto | undefined
  classes: readonly BuildClass['code'][]
  from: PriceFrom
}

type Props = { words: typeof platformWords; platforms: readonly PlatformView[] }

/** Number of specs on a card. */
const maxSpecs = 3

/** The available platforms. A card's name links to the configurator on this page, also without script. */
export function LandingPlatforms({ words, platforms }: Props) {
  return (
    <Section title={words.title} lead={words.lead} id="platforms">
      {platforms.length === 0 && <p className="lead">{words.none}</p>}
      <ul className="grid gap-6 md:grid-cols-3">
        {platforms.map((platform) => (
          <li className="grid" key={platform.id}>
            <PlatformCard platform={platform} words={words} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PlatformCard({ platform, words }: { platform: PlatformView; words: typeof platformWords }) {
  const { id, name, calibers, description, specs, picture, photo, classes, from } = platform
  const isDrawn = isPlatformId(id)
  return (
    <article
      className="group relative flex flex-col rounded-plate border border-hairline bg-sheet transition-colors hover:border-control hover:bg-plate"
      aria-labelledby={`platform-${id}`}
    >
      {photo && (
        <div className="overflow-hidden rounded-t-plate border-b border-hairline">
          <Photo photo={photo} sizes="(width >= 768px) 33vw, 100vw" isDecorative className="aspect-[16/7]" />
        </div>
      )}
      {picture && !photo && (
        <div className="rounded-t-plate border-b border-hairline bg-page px-5 pt-6 pb-4">
          <CardDrawing src={picture} />
        </div>
      )}
      <div className="flex flex-1 flex-col px-5 pt-5 pb-5">
        <div className="flex items-baseline justify-between">
          <h3 className="h3" id={`platform-${id}`}>
            <Link
              className="after:absolute after:inset-0 after:z-1"
              to={isDrawn ? `/build?platform=${id}#configurator` : quotePath(`${name} build`)}
            >
              {name}
            </Link>
          </h3>
          <p className="font-display text-2xl font-book">
            <PriceOf from={from} />
          </p>
        </div>
        <p className="text-sm text-faint">{calibers.join(', ')}</p>
        {classes.length > 0 && <p className="mt-1 text-sm text-ink">{platformClassWords(classes)}</p>}
        {from.complete && (
          <p className="text-sm text-faint">
            {fromWords.short(formatCents(from.baseCents), from.complete.parts.length)}
          </p>
        )}
        <p className="mt-3 mb-4 text-muted">{description}</p>
        <ul className="mb-5 divide-y divide-hairline border-y border-hairline text-sm text-muted">
          {specs.slice(0, maxSpecs).map((spec) => (
            <li className="py-2" key={spec}>
              {spec}
            </li>
          ))}
        </ul>
        <p className="mb-4">
          <Link className="link relative z-2 inline-block py-1 text-sm max-md:py-3" to={platformPath(id)}>
            {words.more}
            <span className="sr-only"> ({name})</span>
          </Link>
        </p>
        <p
          className="mt-auto flex items-center justify-between font-display text-sm leading-none font-medium tracking-wider text-accent"
          aria-hidden
        >
          {isDrawn ? words.configure : words.quote}
          <ArrowRight className="transition-transform duration-normal ease-out group-hover:translate-x-1" />
        </p>
      </div>
    </article>
  )
}

/** Platforms that are coming, with their announced dates. */
export function ComingPlatforms({
  words,
  platforms,
}: {
  words: typeof comingWords
  platforms: readonly Platform[]
}) {
  if (!platforms.length) return null
  return (
    <Section title={words.title} lead={words.lead} id="coming">
      <ul className="divide-y divide-hairline border-y border-hairline">
        {platforms.map(({ id, name, calibers, startingPriceCents, expected, hypeText }) => (
          <li
            className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-3 py-5 xl:grid-cols-[5fr_5fr_auto]"
            key={id}
          >
            <div>
              <h3 className="h3">
                <Link className="underline-offset-4 hover:underline" to={platformPath(id)}>
                  {name}
                </Link>
              </h3>
              <p className="text-sm text-muted">{hypeText}</p>
            </div>
            <dl className="flex flex-wrap gap-x-3 gap-y-2 *:flex-[1_1_4.5rem] *:first:flex-[2_1_7rem] max-xl:col-span-full max-xl:row-start-2">
              <div>
                <dt className="text-xs text-faint">{words.columns.caliber}</dt>
                <dd className="font-display leading-snug">{calibers.join(', ')}</dd>
              </div>
              <div>
                <dt className="text-xs text-faint">{words.columns.from}</dt>
                <dd className="font-display leading-snug">{formatCents(startingPriceCents)}</dd>
              </div>
              {expected && (
                <div>
                  <dt className="text-xs text-faint">{words.columns.expected}</dt>
                  <dd className="font-display leading-snug">{expected}</dd>
                </div>
              )}
            </dl>
            <WaitlistButton topic={`platform:${id}`} label={words.button} about={name} size="sm" />
          </li>
        ))}
      </ul>
    </Section>
  )
}
