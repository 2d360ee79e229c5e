import { Link, useRevalidator } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Countdown } from '#app/ui/countdown.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks, unitStates } from '#app/ui/ticks.tsx'
import { countUnits, unpackUnits } from '../../drops/rules.ts'
import type { CardArt, HomeData, HomeDrop } from '../rules/home.ts'
import { useLiveDrop } from './use-live-drop.ts'

/** The current drop as a card in its own theme; else the next drop; else a link to the vault. */
export function CurrentDrop({ home: { current, next, now } }: { home: HomeData }) {
  return (
    <Section
      className="border-t-0"
      title={current || !next ? 'Current Drop' : 'Next Drop'}
      lead={
        <Link className="link" to="/drops/details">
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

const card =
  'home-card relative isolate grid overflow-hidden rounded-plate border border-hairline max-lg:grid-rows-[220px_auto] lg:min-h-[560px] lg:grid-cols-2'
const words =
  'flex flex-col px-5 pb-6 max-lg:row-start-2 lg:col-start-1 lg:row-start-1 lg:items-start lg:py-10 lg:pr-0 lg:pl-10'
const bar = 'mt-3 mb-6 w-full max-w-[420px]'

function DropCard({ drop, now }: { drop: HomeDrop; now: Date }) {
  const { revalidate } = useRevalidator()
  const live = useLiveDrop(drop)
  const counts = countUnits(unpackUnits(live.units))
  return (
    <article className={card} data-theme={drop.theme} style={drop.ownColors} aria-labelledby="current-drop">
      <CardPicture art={drop.art} />
      <div className={words}>
        <p>
          <Badge kind="live">LIVE NOW</Badge>
        </p>
        <h3 className="display mt-6 mb-4 max-w-[9ch] text-display lg:text-display-sm" id="current-drop">
          {drop.name}
        </h3>
        {drop.tagline && <p className="lead max-w-[34ch]">{drop.tagline}</p>}
        <p className="mt-auto pt-7 text-muted">
          <b className="mr-1 font-display text-xl leading-none font-book text-ink">{counts.remaining}</b> of{' '}
          {counts.total} units remain
        </p>
        <div className={bar}>
          <Ticks
            units={unpackUnits(live.units)}
            label={`${counts.remaining} of ${counts.total} units remain`}
          />
        </div>
        {drop.endDate && (
          <Countdown
            size="card"
            until={drop.endDate}
            now={now}
            label="Ends in:"
            ended={null}
            onEnd={() => void revalidate()}
          />
        )}
        <ButtonLink to={`/drops/${drop.slug}`} variant="primary" className="mt-7">
          Join the Drop
        </ButtonLink>
      </div>
    </article>
  )
}

/** Phones show a quarter of the artwork, so the vault card's smaller drawing is enough. */
function CardPicture({ art }: { art: CardArt }) {
  return (
    <picture>
      <source media="(width >= 600px)" srcSet={art.wide} />
      <img
        className="absolute inset-x-0 top-0 -z-2 h-[300px] w-full object-cover object-[82%_50%] lg:h-full lg:object-right"
        src={art.phone}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}

function NextCard({ drop, now }: { drop: HomeDrop; now: Date }) {
  const { revalidate } = useRevalidator()
  useLiveDrop(drop)
  return (
    <article className={card} data-theme={drop.theme} style={drop.ownColors} aria-labelledby="next-drop">
      <CardPicture art={drop.art} />
      <div className={words}>
        <p>
          <Badge kind="soon">COMING SOON</Badge>
        </p>
        <h3 className="display mt-6 mb-4 max-w-[9ch] text-display lg:text-display-sm" id="next-drop">
          {drop.name}
        </h3>
        {drop.tagline && <p className="lead max-w-[34ch]">{drop.tagline}</p>}
        <p className="mt-auto pt-7 text-muted">
          <b className="mr-1 font-display text-xl leading-none font-book text-ink">{drop.totalUnits}</b>{' '}
          numbered units
        </p>
        <div className={bar}>
          <Ticks units={unitStates({ open: 0, held: drop.totalUnits, total: drop.totalUnits })} />
        </div>
        {drop.launchDate && (
          <Countdown
            size="card"
            until={drop.launchDate}
            now={now}
            label="Launches in:"
            ended={null}
            onEnd={() => void revalidate()}
          />
        )}
        <ButtonLink to={`/drops/${drop.slug}`} className="mt-7">
          View Details
        </ButtonLink>
      </div>
    </article>
  )
}
