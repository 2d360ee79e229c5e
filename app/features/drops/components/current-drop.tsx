import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { unpackUnits } from '../rules.ts'
import { figuresOf, followDrop } from '../rules/following.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { categoryWords, dropNumberWords } from '../words.ts'
import { StatusBadge } from './drop-hero.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { LiveCount } from './live-count.tsx'
import { ExploreCards, type ExploreInfo } from './explore-cards.tsx'

type Props = {
  drop: DropView
  explore: ExploreInfo
  now: Date
}

/** The newest live drop, and three links to explore. */
export function CurrentDrop({ drop, explore, now }: Props) {
  const { status } = drop.live
  const figures = figuresOf(unpackUnits(drop.live.units))
  return (
    <div {...followDrop(drop.slug, drop.live)}>
      {drop.endDate && <i hidden data-until={drop.endDate.toISOString()} data-now={now.toISOString()} />}
      <Hero
        title={drop.name}
        tagline={drop.tagline}
        dropTheme={drop.theme}
        ownColors={drop.ownColors}
        art={<HeroPicture art={drop.art} />}
        badges={
          <>
            <StatusBadge status={status} />
            <span className="label">Drop № {dropNumberWords(drop.dropNumber)}</span>
          </>
        }
        primaryCTA={
          <ButtonLink to={`/drops/${drop.slug}`} variant="primary">
            Join the Drop
          </ButtonLink>
        }
        secondaryCTA={<ButtonLink to="/drops/vault">Explore Vault</ButtonLink>}
      >
        <dl className="hero-figures order-1 mt-8 flex flex-wrap gap-x-12 gap-y-4">
          <div>
            <dt className="label">Units remaining</dt>
            <dd className="mt-1.5 font-display text-h1 leading-none font-light">
              <LiveCount words="{remaining}/{total}" figures={figures} />
            </dd>
          </div>
          <div>
            <dt className="label">Starting price</dt>
            <dd className="mt-1.5 font-display text-h1 leading-none font-light">
              {formatCents(drop.basePrice)}
            </dd>
          </div>
        </dl>
      </Hero>
      <ExploreCards
        drop={drop}
        explore={explore}
        facts={
          <>
            {categoryWords[drop.category]}, {countOf(figures.total, 'unit')},{' '}
            <LiveCount words="{remaining} of them left." figures={figures} />
          </>
        }
      />
    </div>
  )
}
