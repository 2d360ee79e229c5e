import { useEffect } from 'react'
import { formatCents } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import { useLive } from '#app/live/use-live.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { useNowUntil } from '#app/ui/use-now.ts'
import { countUnits, type DropLiveState, dropTopic, unpackUnits } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { categoryWords, dropNumberWords } from '../words.ts'
import { StatusBadge } from './drop-hero.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { useStatusChange } from './use-status-change.ts'
import { ExploreCards, type ExploreInfo } from './explore-cards.tsx'

type Props = {
  drop: DropView
  explore: ExploreInfo
  now: Date
}

/** The newest live drop, and three links to explore. */
export function CurrentDrop({ drop, explore, now }: Props) {
  const { status, units: packed } = useLive<DropLiveState>(dropTopic(drop.slug), drop.live)
  const units = unpackUnits(packed)
  const { remaining, total } = countUnits(units)
  const onStatusChange = useStatusChange()
  useNowUntil(drop.endDate ?? now, now, onStatusChange)
  useEffect(() => {
    // It sold out or closed: load the next current drop, if any.
    if (status !== 'live') onStatusChange()
  }, [status, onStatusChange])
  return (
    <>
      <Hero
        title={drop.name}
        tagline={drop.tagline}
        dropTheme={drop.theme}
        ownColors={drop.ownColors}
        art={<HeroPicture art={drop.art} status={status} units={units} />}
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
              {remaining}/{total}
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
        facts={`${categoryWords[drop.category]}, ${countOf(total, 'unit')}, ${remaining} of them left.`}
      />
    </>
  )
}
