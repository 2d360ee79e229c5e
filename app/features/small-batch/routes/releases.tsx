import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import {
  openSlots,
  type ReleaseView,
  reservePath,
  scaleWindows,
  strokeStates,
  statusPhrases,
  statusSentence,
  toReleaseView,
  windowWords,
} from '../rules.ts'
import { listReleases } from '../store.server.ts'
import { JoinWindow, StatusBadge } from '../window.tsx'
import '../windows.css'
import type { Route } from './+types/releases'

const page = { title: 'Small-Batch', path: '/small-batch' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const moment = now()
  const releases = await listReleases(db, moment)
  return {
    releases: releases.map((release) => toReleaseView(release, timeZone)),
    now: moment,
    today: formatDay(moment, timeZone),
    publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    description:
      'Current releases of the Guerrilla, Outlaw and Cyber lines: build windows of 15, 10 and 8 units with their dates, prices and the slots that are left.',
    picture: sharePath('small-batch'),
  })
}

export default function Releases({ loaderData: { releases, now, today, publicUrl } }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      <header className="pt-12 pb-8 lg:pt-16">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <h1 className="h1">Small-Batch</h1>
          <p className="lead max-w-[46ch]">
            Three releases, three build windows. A window closes when its last slot is taken. What was built
            in it is not built again.
          </p>
        </div>
      </header>
      <div className="grid divide-hairline border-t border-hairline max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        {releases.map((release, index) => (
          <ReleasePanel key={release.slug} release={release} isFirst={index === 0} />
        ))}
      </div>
      {releases.length === 0 && <p className="wrap lead pb-16">No build window is scheduled right now.</p>}
      {releases.length > 0 && (
        <Section
          title="The windows"
          lead="One scale of days. Each window is drawn with as many lines as it has slots."
        >
          <WindowScale releases={releases} now={now} today={today} />
        </Section>
      )}
      <Section title="How it works">
        <ol className="grid gap-x-6 gap-y-8 lg:grid-cols-3">
          {windowSteps.map(({ title, text }, index) => (
            <li key={title} className="grid content-start gap-3">
              <span className="circled-number" aria-hidden>
                {index + 1}
              </span>
              <h3 className="h3">{title}</h3>
              <p className="max-w-[40ch] text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

const windowSteps = [
  {
    title: 'Join the window',
    text: 'Leave your name and email for the release you want, and confirm by email. We email people in the order they joined when its window opens.',
  },
  {
    title: 'Take a slot',
    text: 'While the window is open, choose a slot and reserve it with a refundable deposit. Its number is one line in the drawing.',
  },
  {
    title: 'We build the batch',
    text: 'We build and engrave the whole batch, then close it. Your rifle goes to the dealer you choose, and is yours once the transfer is approved.',
  },
] as const

type PanelProps = {
  release: ReleaseView
  isFirst: boolean
}

function ReleasePanel({ release, isFirst }: PanelProps) {
  const { slug, name, summary, status, slots, priceCents, art } = release
  const [firstOpen] = openSlots(release)
  return (
    <article className="group relative flex flex-col" data-theme={slug} aria-labelledby={`line-${slug}`}>
      <div className="after:absolute after:inset-x-0 after:bottom-0 after:h-[55%] after:[background:linear-gradient(0deg,var(--page),transparent)] relative h-[330px] overflow-hidden lg:h-[clamp(340px,34vw,520px)]">
        <img
          className="size-full object-cover object-[50%_30%] transition-[scale] duration-theme ease-out motion-safe:group-has-[h2_a:hover]:scale-103"
          src={art.phone}
          alt=""
          width={artFrames.heroPhone.width}
          height={artFrames.heroPhone.height}
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
        <span className="absolute top-5 left-5 z-1 lg:left-8">
          <StatusBadge status={status} />
        </span>
      </div>
      <div className="z-1 -mt-16 flex flex-1 flex-col gap-3 px-5 pb-10 lg:px-8">
        <h2 className="display flex min-h-20 items-end wrap-anywhere text-display-sm" id={`line-${slug}`}>
          <Link className="after:absolute after:inset-0" to={`/small-batch/${slug}`}>
            {name}
          </Link>
        </h2>
        <p className="text-muted">{summary}</p>
        <dl className="my-2 grid grid-cols-[1fr_auto] gap-4 border-y border-hairline py-4">
          <div>
            <dt className="mb-1.5 text-sm text-faint">Window</dt>
            <dd className="font-display text-lg leading-snug font-book">{windowWords(release)}</dd>
          </div>
          <div>
            <dt className="mb-1.5 text-sm text-faint">Price</dt>
            <dd className="font-display text-lg leading-snug font-book">
              <Price className="text-xl" cents={priceCents} />
            </dd>
          </div>
        </dl>
        <Ticks units={strokeStates(status, slots)} />
        <p className="mb-3 text-sm text-muted">{statusSentence(release)}</p>
        <div className="z-1 mt-auto grid gap-3">
          {firstOpen !== undefined && (
            <ButtonLink to={reservePath(slug, firstOpen)} variant="primary" block>
              Reserve a Slot
            </ButtonLink>
          )}
          <JoinWindow release={release} block />
        </div>
      </div>
    </article>
  )
}

type ScaleProps = {
  releases: readonly ReleaseView[]
  now: Date
  today: string
}

function WindowScale({ releases, now, today }: ScaleProps) {
  const { spans, now: mark } = scaleWindows(releases, now)
  return (
    <div
      className="[--name:210px] [--ground:var(--page)] max-lg:[--name:0px] relative pb-11"
      style={{ '--today': mark.toFixed(4) } as CSSProperties}
    >
      <ol>
        {releases.map((release, index) => {
          const { slug, name, opensAt, opensOn, closesAt, closesOn, status } = release
          const { from = 0, to = 1 } = spans[index] ?? {}
          return (
            <li
              key={slug}
              className="relative grid gap-y-2 border-t border-hairline bg-transparent py-6 lg:grid-cols-[var(--name)_minmax(0,1fr)]"
              data-theme={slug}
              style={{ '--from': share(from), '--to': share(to), '--n': release.totalUnits } as CSSProperties}
            >
              <p className="[background:var(--ground)] grid content-start gap-1 max-lg:z-1 max-lg:justify-self-start max-lg:pr-2 lg:row-span-2">
                <Link
                  className="h4 text-xl text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
                  to={`/small-batch/${slug}`}
                >
                  {name}
                </Link>
                <span className="text-sm text-faint">
                  {windowWords(release)}, {statusPhrases[status]}
                </span>
              </p>
              <div className="windows-span relative h-8" aria-hidden>
                <i />
              </div>
              <p className="windows-days z-1 flex font-display text-base leading-snug text-muted lg:col-start-2">
                <span>
                  <time dateTime={opensAt.toISOString()}>{opensOn}</time> to{' '}
                  <time dateTime={closesAt.toISOString()}>{closesOn}</time>
                </span>
              </p>
            </li>
          )
        })}
      </ol>
      <p className="absolute top-0 bottom-0 left-[calc(var(--name)_+_(100%_-_var(--name))_*_var(--today))] border-l border-l-muted border-dashed pointer-events-none">
        <span className="label absolute bottom-0 left-3 whitespace-nowrap text-ink">Today, {today}</span>
      </p>
    </div>
  )
}

function share(part: number): string {
  return `${(part * 100).toFixed(2)}%`
}
