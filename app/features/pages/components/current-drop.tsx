import { Link, useRevalidator } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Countdown } from '#app/ui/countdown.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks, unitStates } from '#app/ui/ticks.tsx'
import { countUnits, unpackUnits } from '../../drops/rules.ts'
import type { CardArt, HomeData, HomeDrop } from '../rules/home.ts'
import { useHomeDrop } from './use-home-drop.ts'

/** The current drop as one card in its own theme; without one, what comes next; without that, the way to the vault. */
export function CurrentDrop({ home: { current, next, now } }: { home: HomeData }) {
  return (
    <Section
      className="home-cur"
      title={current || !next ? 'Current Drop' : 'Next Drop'}
      lead={
        <Link className="lnk" to="/drops/details">
          Drop details
        </Link>
      }
    >
      {current ? (
        <DropCard key={current.slug} drop={current} now={now} />
      ) : next ? (
        <NextCard key={next.slug} drop={next} now={now} />
      ) : (
        <EmptyState
          title="No Active Drops"
          text="Check back soon for the next limited drop release, or explore our vault of past drops."
          figure={<Ticks units={unitStates({ open: 0, held: 0, total: 50 })} />}
          actions={<ButtonLink to="/drops/vault">Explore Vault</ButtonLink>}
          level={3}
        />
      )}
    </Section>
  )
}

function DropCard({ drop, now }: { drop: HomeDrop; now: Date }) {
  const { revalidate } = useRevalidator()
  const live = useHomeDrop(drop)
  const counts = countUnits(unpackUnits(live.units))
  return (
    <article className="home-card" data-theme={drop.theme} aria-labelledby="current-drop">
      <CardPicture art={drop.art} />
      <div className="home-card-in">
        <Badge kind="live">LIVE NOW</Badge>
        <h3 className="display" id="current-drop">
          {drop.name}
        </h3>
        {drop.tagline && <p className="lead">{drop.tagline}</p>}
        <p className="home-left">
          <b>{counts.remaining}</b> of {counts.total} units remain
        </p>
        <Ticks
          units={unpackUnits(live.units)}
          label={`${counts.remaining} of ${counts.total} units remain`}
        />
        {drop.endDate && (
          <Countdown
            until={drop.endDate}
            now={now}
            label="Ends in:"
            ended={null}
            onEnd={() => void revalidate()}
          />
        )}
        <ButtonLink to={`/drops/${drop.slug}`} variant="primary">
          Join the Drop
        </ButtonLink>
      </div>
    </article>
  )
}

/** A phone shows a quarter of it: there the drawing of the vault's cards is as fine, at a fifth of the work. */
function CardPicture({ art }: { art: CardArt }) {
  return (
    <picture>
      <source media="(width >= 600px)" srcSet={art.wide} />
      <img className="home-card-art" src={art.phone} alt="" loading="lazy" decoding="async" />
    </picture>
  )
}

function NextCard({ drop, now }: { drop: HomeDrop; now: Date }) {
  const { revalidate } = useRevalidator()
  useHomeDrop(drop)
  return (
    <article className="home-card" data-theme={drop.theme} aria-labelledby="next-drop">
      <CardPicture art={drop.art} />
      <div className="home-card-in">
        <Badge kind="soon">COMING SOON</Badge>
        <h3 className="display" id="next-drop">
          {drop.name}
        </h3>
        {drop.tagline && <p className="lead">{drop.tagline}</p>}
        <p className="home-left">
          <b>{drop.totalUnits}</b> numbered units
        </p>
        <Ticks units={unitStates({ open: 0, held: drop.totalUnits, total: drop.totalUnits })} />
        {drop.launchDate && (
          <Countdown
            until={drop.launchDate}
            now={now}
            label="Launches in:"
            ended={null}
            onEnd={() => void revalidate()}
          />
        )}
        <ButtonLink to={`/drops/${drop.slug}`}>View Details</ButtonLink>
      </div>
    </article>
  )
}
