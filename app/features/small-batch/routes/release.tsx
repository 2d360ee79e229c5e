import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { notFound } from '#app/http/not-found.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { formatCents } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { DrawingKey } from '#app/ui/drawing-key.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { Section } from '#app/ui/section.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import { sharedFile, type ShownPhoto } from '../../photos/rules.ts'
import { findPhotos } from '../../photos/store.server.ts'
import {
  openSlots,
  parseReleaseSlug,
  type ReleaseSlug,
  type ReleaseView,
  reservePath,
  type SlotState,
  slotStates,
  strokeStates,
  statusSentence,
  toReleaseView,
  windowWords,
} from '../rules.ts'
import { listReleases } from '../store.server.ts'
import { JoinWindow, StatusBadge } from '../window.tsx'
import type { Route } from './+types/release'

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl, timeZone } = shop
  const moment = now()
  const slug = parseReleaseSlug(params.line)
  const releases = slug ? await listReleases(db, moment) : []
  const views = releases.map((release) => toReleaseView(release, timeZone))
  const release = views.find((view) => view.slug === slug)
  if (!release) {
    throw notFound('Release not found', {
      link: { to: '/small-batch', label: 'All small-batch releases' },
    })
  }
  const others = views.filter((view) => view !== release)
  const photos = await findPhotos(shop, 'release', release.slug)
  return { release, others, photos, now: moment, publicUrl, theme: release.slug }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { release, photos, publicUrl } = loaderData
  return pageHead({
    title: `${release.name} Line, small batch`,
    description: `${release.summary} ${windowWords(release)}. ${statusSentence(release)}`,
    path: `/small-batch/${release.slug}`,
    publicUrl,
    picture: photos.cover ? sharedFile(photos.cover) : sharePath('small-batch'),
  })
}

export default function ReleasePage({ loaderData }: Route.ComponentProps) {
  const { release, others, photos, now, publicUrl } = loaderData
  const { slug, name, story, details, priceCents, depositCents, opensOn, closesOn } = release
  const crumbs = [
    { name: 'Small-Batch', path: '/small-batch' },
    { name, path: `/small-batch/${slug}` },
  ]
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, crumbs)} />
      <ReleaseHero release={release} cover={photos.cover} now={now} />
      <div className="wrap [&_.stats]:border-t-0">
        <DefinitionList
          look="stats"
          items={[
            {
              term: 'Slots left',
              value: release.status === 'closed' ? '0' : String(release.remaining),
              note: `of ${release.totalUnits} in the window`,
            },
            {
              term: 'Price',
              value: formatCents(priceCents),
              note: `${formatCents(depositCents)} refundable deposit`,
            },
            { term: windowWords(release), value: opensOn, note: `until ${closesOn}` },
          ]}
        />
      </div>
      <Section
        className="border-t-0"
        title="The slots"
        lead={[
          statusSentence(release),
          ...(openSlots(release).length > 0 ? ['Choose an open slot to reserve it.'] : []),
        ].join(' ')}
      >
        <SlotBoard release={release} />
      </Section>
      <Section title="What is built">
        <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
          <p className="lead">{story}</p>
          <ul className="divide-y divide-hairline border-y border-hairline">
            {details.map((detail) => (
              <li key={detail} className="py-3 text-muted">
                {detail}
              </li>
            ))}
          </ul>
        </div>
      </Section>
      <PhotoSection set={photos} />
      {others.length > 0 && <OtherReleases releases={others} />}
    </>
  )
}

const strokeNouns: Record<ReleaseSlug, { one: string; many: string }> = {
  guerrilla: { one: 'contour', many: 'contours' },
  outlaw: { one: 'strand', many: 'strands' },
  cyber: { one: 'pass', many: 'passes' },
}

const slotWords: Record<SlotState, string> = { open: 'open', held: 'held', taken: 'taken' }

type HeroProps = { release: ReleaseView; cover: ShownPhoto | null; now: Date }

function ReleaseHero({ release, cover, now }: HeroProps) {
  const { slug, name, summary, status, opensAt, closesAt, art } = release
  const [firstOpen] = openSlots(release)
  return (
    <Hero
      title={name}
      tagline={summary}
      dropTheme={slug}
      art={
        cover ? (
          <Photo photo={cover} sizes="100vw" isFirst isDecorative className="absolute inset-0 h-full" />
        ) : (
          <picture>
            <source
              media="(width >= 900px)"
              srcSet={art.wide}
              width={artFrames.heroWide.width}
              height={artFrames.heroWide.height}
            />
            <img
              className="object-right max-lg:object-top"
              src={art.phone}
              alt=""
              width={artFrames.heroPhone.width}
              height={artFrames.heroPhone.height}
              fetchPriority="high"
            />
          </picture>
        )
      }
      badges={
        <>
          <StatusBadge status={status} />
          <span className="label">{windowWords(release)}</span>
        </>
      }
      {...(status === 'coming_soon' && {
        endTime: opensAt,
        now,
        countdownLabel: 'Window opens in:',
        ended: null,
      })}
      {...((status === 'open' || status === 'full') && {
        endTime: closesAt,
        now,
        countdownLabel: 'Window closes in:',
        ended: null,
      })}
      {...(firstOpen === undefined
        ? {
            primaryCTA: <JoinWindow release={release} variant="primary" />,
            secondaryCTA: { label: 'All releases', to: '/small-batch' },
          }
        : {
            primaryCTA: { label: 'Reserve a Slot', to: reservePath(slug, firstOpen) },
            secondaryCTA: <JoinWindow release={release} />,
          })}
      keyStrip={<KeyStrip release={release} />}
    />
  )
}

function KeyStrip({ release: { slug, status, slots, totalUnits } }: { release: ReleaseView }) {
  const states = strokeStates(status, slots)
  const count = (state: SlotState) => states.filter((slot) => slot === state).length
  const stateText = (state: SlotState) =>
    status === 'coming_soon' ? 'not open yet' : status === 'closed' ? 'closed' : slotWords[state]
  return (
    <DrawingKey
      text={`${totalUnits} ${strokeNouns[slug].many}, one for each build of the window.`}
      items={slotStates
        .filter((state) => count(state) > 0)
        .map((state) => ({ state, text: `${count(state)} ${stateText(state)}` }))}
    />
  )
}

const slotsPerRow = 15

function SlotBoard({ release }: { release: ReleaseView }) {
  const { slug, status, slots } = release
  const open = new Set(openSlots(release))
  return (
    <ol
      className="units lg:grid-cols-[repeat(var(--n),minmax(0,1fr))]"
      aria-label="Slots"
      style={{ '--n': Math.min(slots.length, slotsPerRow) } as CSSProperties}
    >
      {strokeStates(status, slots).map((slot, index) => (
        <li key={index}>
          {open.has(index + 1) ? (
            <Link className="unit open" to={reservePath(slug, index + 1)}>
              {index + 1}
              <span className="sr-only">, open, reserve it</span>
            </Link>
          ) : (
            <span className={`unit pointer-events-none ${slot}`}>
              {index + 1}
              <span className="sr-only">
                ,{' '}
                {status === 'coming_soon' ? 'not open yet' : status === 'closed' ? 'closed' : slotWords[slot]}
              </span>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

function OtherReleases({ releases }: { releases: readonly ReleaseView[] }) {
  return (
    <Section title="Other releases">
      <div className="grid gap-6 lg:grid-cols-2">
        {releases.map((release) => (
          <Link
            key={release.slug}
            className="grid items-center overflow-hidden rounded-plate border border-hairline transition-colors duration-normal hover:border-control sm:grid-cols-[116px_minmax(0,1fr)] sm:gap-4 sm:pr-6 lg:grid-cols-[minmax(0,220px)_minmax(0,1fr)] lg:gap-6"
            to={`/small-batch/${release.slug}`}
            data-theme={release.slug}
          >
            <img
              className="size-full object-cover"
              src={release.art.card}
              alt=""
              width={artFrames.card.width}
              height={artFrames.card.height}
              loading="lazy"
            />
            <div className="grid gap-2 p-4 sm:px-0 lg:py-7">
              <h3 className="display text-h1 max-lg:text-3xl">{release.name}</h3>
              <p className="text-muted">{release.summary}</p>
              <p className="text-sm text-muted">{statusSentence(release)}</p>
            </div>
          </Link>
        ))}
      </div>
    </Section>
  )
}
