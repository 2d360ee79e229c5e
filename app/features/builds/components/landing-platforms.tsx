import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { Section } from '#app/ui/section.tsx'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { comingWords, platformWords } from '../data/landing.ts'
import { isPlatformId, type Platform } from '../rules.ts'
import { quotePath } from './landing-packages.tsx'

/** A platform with the address of its picture; one that we cannot draw yet has none. */
type ShownPlatform = Platform & { picture: string | undefined }

type Props = {
  words: typeof platformWords
  platforms: readonly ShownPlatform[]
  /** The one that is on the bench. */
  chosen: string | null
}

/** How many lines of its specification a card shows. */
const shownSpecs = 3

/** What can be built on now. A card's name is a link: it opens the configurator on this page, also without script. */
export function LandingPlatforms({ words, platforms, chosen }: Props) {
  return (
    <Section title={words.title} lead={words.lead} id="platforms" className="bld-plats-s">
      {platforms.length === 0 && <p className="lead">{words.none}</p>}
      <ul className="bld-plats">
        {platforms.map((platform) => (
          <li key={platform.id}>
            <PlatformCard platform={platform} words={words} isChosen={platform.id === chosen} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PlatformCard(props: { platform: ShownPlatform; words: typeof platformWords; isChosen: boolean }) {
  const { platform, words, isChosen } = props
  const { id, name, calibers, startingPriceCents, description, specs, picture } = platform
  const isDrawn = isPlatformId(id)
  return (
    <article className="bld-plat" aria-labelledby={`platform-${id}`}>
      {picture && (
        <div className="bld-draw">
          <img src={picture} alt="" width={640} height={267} loading="lazy" decoding="async" />
        </div>
      )}
      <div className="bld-plat-h">
        <h3 className="h3" id={`platform-${id}`}>
          <Link
            to={isDrawn ? `/build?platform=${id}#configurator` : quotePath(`${name} build`)}
            aria-current={isChosen || undefined}
          >
            {name}
          </Link>
        </h3>
        <p className="bld-from">
          <small>from</small> {formatCents(startingPriceCents)}
        </p>
      </div>
      <p className="cap">{calibers.join(', ')}</p>
      <p className="bld-tx">{description}</p>
      <ul className="bld-specs">
        {specs.slice(0, shownSpecs).map((spec) => (
          <li key={spec}>{spec}</li>
        ))}
      </ul>
      <p className="bld-go" aria-hidden>
        {isDrawn ? words.configure : words.quote}
        <ArrowRight />
      </p>
    </article>
  )
}

/** What is on its way, with the dates as they were announced. */
export function LandingComing({
  words,
  platforms,
}: {
  words: typeof comingWords
  platforms: readonly Platform[]
}) {
  if (!platforms.length) return null
  return (
    <Section title={words.title} lead={words.lead} id="coming">
      <ul className="bld-coming">
        {platforms.map(({ id, name, calibers, startingPriceCents, expected, hypeText }) => (
          <li key={id}>
            <div>
              <h3 className="h3">{name}</h3>
              <p className="small">{hypeText}</p>
            </div>
            <dl>
              <div>
                <dt>{words.columns.caliber}</dt>
                <dd>{calibers.join(', ')}</dd>
              </div>
              <div>
                <dt>{words.columns.from}</dt>
                <dd>{formatCents(startingPriceCents)}</dd>
              </div>
              <div>
                <dt>{words.columns.expected}</dt>
                <dd>{expected}</dd>
              </div>
            </dl>
            <WaitlistButton
              topic={`platform:${id}`}
              label={words.button}
              title={name}
              description={`We write once, when the ${name} can be built.`}
              button={words.button}
              size="sm"
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
