import '#app/ui/styles/hero.css'
import { pageHead, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { shopContext } from '#app/http/context.server.ts'
import { brand } from '#app/kit/brand.ts'
import { countOf } from '#app/kit/text.ts'
import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { HeroPicture, StatusBadge, LiveCount } from '../components/drop-parts.tsx'
import { figuresOf, followDrop } from '../rules.ts'
import { countDrops, findCurrentDrop } from '../store/drops.server.ts'
import { categoryWords, dropNumberWords } from '../words.ts'
import type { Route } from './+types/current'
import { type DropView, toDropView } from './drop-view.server.ts'

const noneActive = {
  title: 'No Active Drops',
  text: 'Check back soon for the next limited drop release, or explore our vault of past drops.',
}

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const moment = now()
  const [drop, dropCount] = await Promise.all([findCurrentDrop(db, moment), countDrops(db)])
  const view = drop && toDropView(drop, timeZone)
  return {
    theme: drop?.theme ?? 'noir',
    ownColors: view?.ownColors,
    drop: view,
    explore: { dropCount },
    now: moment,
    publicUrl,
  }
}

export const headers = () => sharedPage

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `${brand} Drops` }]
  const { drop, publicUrl } = loaderData
  return pageHead({
    title: drop ? `${drop.name}, the current drop` : `${brand} Drops`,
    description: drop ? (drop.tagline ?? `${drop.name}, a numbered run.`) : noneActive.text,
    path: '/drops',
    publicUrl,
    picture: drop ? `/art/drops/${drop.slug}/share.jpg` : undefined,
  })
}

export default function Current({ loaderData: { drop, explore, now } }: Route.ComponentProps) {
  return drop ? <CurrentDrop drop={drop} explore={explore} now={now} /> : <NoDrop />
}

type Explore = Route.ComponentProps['loaderData']['explore']

function CurrentDrop({ drop, explore, now }: { drop: DropView; explore: Explore; now: Date }) {
  const figures = figuresOf(drop.units)
  return (
    <div className="flex flex-col lg:min-h-[calc(100svh-var(--spacing-nav))]" {...followDrop(drop)}>
      {drop.endDate && <i hidden data-until={drop.endDate.toISOString()} data-now={now.toISOString()} />}
      <section
        className="hero relative isolate flex flex-1 flex-col overflow-hidden"
        data-theme={drop.theme}
        style={drop.ownColors}
        aria-labelledby="current"
      >
        <div className="hero-art absolute inset-x-0 top-0 -z-1 lg:h-full print:hidden" aria-hidden>
          <HeroPicture slug={drop.slug} art={drop.art} />
        </div>
        <div className="wrap hero-words flex flex-1 flex-col justify-end gap-6 pb-8 lg:pt-12">
          <p className="flex flex-wrap items-center gap-4">
            <StatusBadge status={drop.status} />
            <span className="label text-ink">Drop № {dropNumberWords(drop.dropNumber)}</span>
          </p>
          <h1
            className="display max-w-[10ch] low:max-w-none text-display lg:text-[min(var(--display-size),16svh)]"
            id="current"
          >
            {drop.name}
          </h1>
          {drop.tagline && <p className="lead max-w-[44ch] text-ink">{drop.tagline}</p>}
          <dl className="flex flex-wrap gap-x-12 gap-y-4">
            <div>
              <dt className="label">Units remaining</dt>
              <dd className="mt-1 font-display text-h2 leading-none font-light">
                <LiveCount words="{remaining}/{total}" figures={figures} />
              </dd>
            </div>
            <div>
              <dt className="label">Starting price</dt>
              <dd className="mt-1 font-display text-h2 leading-none font-light">
                {formatCents(drop.basePrice)}
              </dd>
            </div>
          </dl>
          <div className="btns upright:[&_.btn]:w-full">
            <ButtonLink href={`${drop.path}#units`} variant="primary">
              Join the Drop
            </ButtonLink>
            <ButtonLink href="/drops/vault">Explore Vault</ButtonLink>
          </div>
        </div>
      </section>
      <nav className="border-t border-hairline" aria-label="Explore">
        <ul className="wrap grid lg:grid-cols-3">
          <Way
            title="Current Drop"
            text={`${categoryWords[drop.category]}, ${countOf(figures.total, 'unit')}`}
            to={drop.path}
            label="View Details"
          />
          <Way
            title="The Vault"
            text={
              explore.dropCount === 1
                ? 'One drop with its drawing'
                : `${explore.dropCount} drops, each with its drawing`
            }
            to="/drops/vault"
            label="Explore Archive"
          />
          <Way
            title="Custom Builds"
            text="A short-barreled rifle of your own, part by part"
            to="/build"
            label="Start Building"
          />
        </ul>
      </nav>
    </div>
  )
}

function Way({ title, text, to, label }: { title: string; text: string; to: string; label: string }) {
  return (
    <li className="flex items-center justify-between gap-4 border-hairline py-4 max-lg:not-first:border-t lg:px-6 lg:first:pl-0 lg:last:pr-0 lg:not-first:border-l">
      <div>
        <h2 className="font-display text-lg leading-snug">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <ButtonLink href={to} size="sm">
        {label}
      </ButtonLink>
    </li>
  )
}

function NoDrop() {
  return (
    <section className="section min-h-[calc(100svh-var(--spacing-nav)-240px)] border-t-0">
      <div className="wrap">
        <EmptyState
          level={1}
          figure={<Ticks units={Array.from({ length: 40 }, () => 'held' as const)} />}
          title={noneActive.title}
          text={noneActive.text}
          actions={
            <>
              <ButtonLink href="/drops/vault" variant="primary">
                Explore Vault
              </ButtonLink>
              <ButtonLink href="/build">Start Building</ButtonLink>
            </>
          }
        />
      </div>
    </section>
  )
}
