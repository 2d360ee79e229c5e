import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { Section } from '#app/ui/section.tsx'
import { CardPicture, quotePath, Rail } from '../landing-parts.tsx'
import type { LandingPage } from '../landing.tsx'
import { isPlatformId } from '../rules.ts'
import { classWords } from '../words.ts'

export default function Platforms({ platforms }: LandingPage) {
  const available = platforms.filter(({ isAvailable }) => isAvailable)
  return (
    <Section
      className="max-md:py-6"
      title="Choose Your Platform"
      lead="Drawn to one scale. Each price is that of the platform: building, marking and test-firing it. The parts you choose are added to it."
      id="platforms"
    >
      {available.length === 0 && <p className="lead">No platforms are available right now.</p>}
      <Rail label="Platforms" columns="md:grid-cols-2 lg:grid-cols-3">
        {available.map((platform) => (
          <PlatformCard key={platform.id} platform={platform} />
        ))}
      </Rail>
    </Section>
  )
}

const maxSpecs = 3

function PlatformCard({ platform }: { platform: LandingPage['platforms'][number] }) {
  const { id, name, calibers, description, specs, picture, photo, classes, startingPriceCents } = platform
  const isDrawn = isPlatformId(id)
  return (
    <li className="grid snap-start">
      <article
        className="group relative grid content-start rounded-plate border border-hairline bg-sheet transition-colors hover:border-control hover:bg-plate"
        aria-labelledby={`platform-${id}`}
      >
        <CardPicture photo={photo} drawing={picture} isDecorative />
        <div className="grid content-start gap-1 px-5 pt-4 pb-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="h3" id={`platform-${id}`}>
              <Link
                className="after:absolute after:inset-0 after:z-1"
                to={isDrawn ? `/build?platform=${id}#configurator` : quotePath(`${name} build`)}
              >
                {name}
              </Link>
            </h3>
            <p className="font-display text-2xl font-book">
              <small className="font-text text-sm leading-none font-normal tracking-normal text-muted">
                base price
              </small>{' '}
              {formatCents(startingPriceCents)}
            </p>
          </div>
          <p className="text-sm text-muted">
            {calibers.join(', ')}
            {classes.length > 0 && (
              <span className="block text-ink">
                Built as {classes.map((code) => classWords[code].is).join(' or ')}
              </span>
            )}
          </p>
          <p className="text-muted max-md:hidden">{description}</p>
          <ul className="mt-2 border-t border-hairline pt-2 text-sm text-muted">
            {specs.slice(0, maxSpecs).map((spec) => (
              <li className="py-0.5" key={spec}>
                {spec}
              </li>
            ))}
          </ul>
          <p
            className="flex items-center justify-end gap-2 py-3 font-display text-sm leading-none font-medium tracking-wider text-accent"
            aria-hidden
          >
            {isDrawn ? 'Configure' : 'Request a quote'}
            <ArrowRight className="transition-transform duration-normal ease-out group-hover:translate-x-1" />
          </p>
        </div>
      </article>
    </li>
  )
}
