import { ownColorStyle } from '#app/art/art-theme.ts'
import { countOf } from '#app/kit/text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Countdown } from '#app/ui/countdown.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks, unitStates } from '#app/ui/ticks.tsx'
import { LiveCount } from '../../drops/components/drop-parts.tsx'
import { fillFigures, figuresOf, followDrop } from '../../drops/rules.ts'
import { ownColorsOf } from '../../drops/rules/art.ts'
import { artPathsOf } from '../../drops/store/artwork.server.ts'
import type { Drop } from '../../drops/store/drops.server.ts'

type Props = { current: Drop | undefined; next: Drop | undefined; now: Date }

export function CurrentDrop({ current, next, now }: Props) {
  const drop = current ?? next
  return (
    <Section
      title={drop === current ? 'Current Drop' : 'Next Drop'}
      lead={
        <a className="link -my-3 inline-flex min-h-11 items-center" href="/drops/details">
          Drop details
        </a>
      }
    >
      {drop ? (
        <DropCard drop={drop} isOpen={drop === current} now={now} />
      ) : (
        <EmptyState
          title="No Active Drops"
          text="Check back soon for the next limited drop release, or explore our vault of past drops."
          figure={<Ticks units={unitStates({ open: 0, held: 0, total: 50 })} />}
          actions={<ButtonLink href="/drops/vault">Explore Vault</ButtonLink>}
          level={3}
        />
      )}
    </Section>
  )
}

function DropCard({ drop, isOpen, now }: { drop: Drop; isOpen: boolean; now: Date }) {
  const { slug, units, totalUnits: total } = drop
  const figures = figuresOf(units)
  const label = `{remaining} of ${countOf(total, 'unit')} remain`
  const until = isOpen ? drop.endDate : drop.launchDate
  return (
    <article
      className="after:absolute after:inset-0 after:-z-1 after:[background:linear-gradient(90deg,var(--page)_22%,color-mix(in_oklch,var(--page)_75%,transparent)_42%,transparent_62%)] max-lg:after:inset-x-0 max-lg:after:top-0 max-lg:after:h-[300px] max-lg:after:[background:linear-gradient(0deg,var(--page)_0,transparent_55%)] relative isolate grid overflow-hidden rounded-plate border border-hairline max-lg:grid-rows-[220px_auto] lg:min-h-[560px] lg:grid-cols-2"
      data-theme={drop.theme}
      style={ownColorStyle(ownColorsOf(drop))}
      aria-labelledby="featured-drop"
      {...followDrop(drop)}
    >
      <CardPicture drop={drop} />
      <div className="flex flex-col px-5 pb-6 max-lg:row-start-2 lg:col-start-1 lg:row-start-1 lg:items-start lg:py-10 lg:pr-0 lg:pl-10">
        <p>{isOpen ? <Badge kind="live">LIVE NOW</Badge> : <Badge kind="soon">COMING SOON</Badge>}</p>
        <h3 className="display mt-6 mb-4 max-w-[9ch] text-display lg:text-display-sm" id="featured-drop">
          {drop.name}
        </h3>
        {drop.tagline && <p className="lead max-w-[34ch]">{drop.tagline}</p>}
        <p className="mt-auto pt-7 text-muted">
          <b className="mr-1 font-display text-xl leading-none font-book text-ink">
            {isOpen ? <LiveCount words="{remaining}" figures={figures} /> : total}
          </b>{' '}
          {isOpen ? `of ${countOf(total, 'unit')} remain` : 'numbered units'}
        </p>
        <div className="mt-3 mb-6 w-full max-w-[420px]">
          {isOpen ? (
            <Ticks units={units} label={fillFigures(label, figures)} follows={label} />
          ) : (
            <Ticks units={unitStates({ open: 0, held: total, total })} />
          )}
        </div>
        {until && (
          <Countdown until={until} now={now} label={isOpen ? 'Ends in:' : 'Launches in:'} ended={null} />
        )}
        <ButtonLink href={`/drops/${slug}`} variant={isOpen ? 'primary' : 'secondary'} className="mt-7">
          {isOpen ? 'Join the Drop' : 'View Details'}
        </ButtonLink>
      </div>
    </article>
  )
}

/** Phones show a quarter of the artwork, so the vault card's smaller drawing is enough. */
function CardPicture({ drop }: { drop: Drop }) {
  const art = artPathsOf(drop)
  return (
    <picture>
      <source media="(width >= 600px)" srcSet={art('current-drop')} />
      <img
        className="absolute inset-x-0 top-0 -z-2 h-[300px] w-full object-cover object-[82%_50%] lg:h-full lg:object-right"
        src={art('card')}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}
