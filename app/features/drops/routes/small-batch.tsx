import type { CSSProperties } from 'react'
import { artFrames } from '#app/art/art-frames.ts'
import { shopContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { formatDay } from '#app/kit/dates.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { JoinWindow, StatusBadge } from '../components/drop-parts.tsx'
import { reserveAddress, shownUnits } from '../rules.ts'
import { type BuildWindow, scaleWindows, windowSentence, windowWords } from '../small-batch.ts'
import { listWindows } from '../store/drops.server.ts'
import { statusWords } from '../words.ts'
import type { Route } from './+types/small-batch'
import { toDropView } from './drop-view.server.ts'

const page = { title: 'Small-Batch', path: '/small-batch' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const moment = now()
  const drops = await listWindows(db, moment)
  return {
    windows: drops.map((drop) => toDropView(drop, timeZone)),
    now: moment,
    today: formatDay(moment, timeZone),
    publicUrl,
  }
}

export const headers = () => sharedPage

export const meta = pageMeta({
  ...page,
  description:
    'Current releases of the Guerrilla, Outlaw and Cyber lines: build windows of 15, 10 and 8 units with their dates, prices and the numbers that are left.',
  picture: sharePath('small-batch'),
})

export default function SmallBatch({ loaderData: { windows, now, today, publicUrl } }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      <header className="pt-12 pb-8 lg:pt-16">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <h1 className="h1">Small-Batch</h1>
          <p className="lead max-w-[46ch]">
            Three releases, three build windows. A window closes when its last number is taken. What was built
            in it is not built again.
          </p>
        </div>
      </header>
      <div className="grid divide-hairline border-t border-hairline max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        {windows.map((window, index) => (
          <WindowPanel key={window.slug} window={window} isFirst={index === 0} />
        ))}
      </div>
      {windows.length === 0 && <p className="wrap lead pb-16">No build window is scheduled right now.</p>}
      {windows.length > 0 && (
        <Section
          title="The windows"
          lead="One scale of days. Each window is drawn with as many lines as it has numbers."
        >
          <WindowScale windows={windows} now={now} today={today} />
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
    title: 'Take a number',
    text: 'While the window is open, choose a number and reserve it with a refundable deposit. It is one line in the drawing.',
  },
  {
    title: 'We build the batch',
    text: 'We build and engrave the whole batch, then close it. Your rifle goes to the dealer you choose, and is yours once the transfer is approved.',
  },
] as const

type PanelProps = { window: BuildWindow; isFirst: boolean }

function WindowPanel({ window, isFirst }: PanelProps) {
  const { smallBatch, name, status, units, art, path } = window
  return (
    <article
      className="group relative flex flex-col"
      data-theme={smallBatch}
      aria-labelledby={`line-${smallBatch}`}
    >
      <div className="after:absolute after:inset-x-0 after:bottom-0 after:h-[55%] after:[background:linear-gradient(0deg,var(--page),transparent)] relative h-[330px] overflow-hidden lg:h-[clamp(340px,34vw,520px)]">
        <img
          className="size-full object-cover object-[50%_30%] transition-[scale] duration-theme ease-out motion-safe:group-has-[h2_a:hover]:scale-103"
          src={art.heroPhone}
          alt=""
          width={artFrames.heroPhone.width}
          height={artFrames.heroPhone.height}
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
        <span className="absolute top-5 left-5 z-1 lg:left-8">
          <StatusBadge status={status} smallBatch={smallBatch} />
        </span>
      </div>
      <div className="z-1 -mt-16 flex flex-1 flex-col gap-3 px-5 pb-10 lg:px-8">
        <h2
          className="display flex min-h-20 items-end wrap-anywhere text-display-sm"
          id={`line-${smallBatch}`}
        >
          <a className="after:absolute after:inset-0" href={path}>
            {name}
          </a>
        </h2>
        <p className="text-muted">{window.tagline}</p>
        <dl className="my-2 grid grid-cols-[1fr_auto] gap-4 border-y border-hairline py-4">
          <div>
            <dt className="mb-1.5 text-sm text-faint">Window</dt>
            <dd className="font-display text-lg leading-snug font-book">{windowWords(window)}</dd>
          </div>
          <div>
            <dt className="mb-1.5 text-sm text-faint">Price</dt>
            <dd className="font-display text-lg leading-snug font-book">
              <Price className="text-xl" cents={window.basePrice} />
            </dd>
          </div>
        </dl>
        <Ticks units={shownUnits(status, units)} />
        <p className="mb-3 text-sm text-muted">{windowSentence(window)}</p>
        <div className="z-1 mt-auto grid gap-3">
          {status === 'live' && units.includes('open') && (
            <ButtonLink href={reserveAddress(window, null)} variant="primary" block>
              Reserve a Number
            </ButtonLink>
          )}
          <JoinWindow smallBatch={smallBatch} name={name} block />
        </div>
      </div>
    </article>
  )
}

type ScaleProps = { windows: readonly BuildWindow[]; now: Date; today: string }

function WindowScale({ windows, now, today }: ScaleProps) {
  const { spans, now: mark } = scaleWindows(windows, now)
  return (
    <div
      className="[--name:210px] [--ground:var(--page)] max-lg:[--name:0px] relative pb-11"
      style={{ '--today': mark.toFixed(4) } as CSSProperties}
    >
      <ol>
        {windows.map((window, index) => {
          const { slug, smallBatch, name, path, launchDate, opensOn, endDate, closesOn, status } = window
          const { from = 0, to = 1 } = spans[index] ?? {}
          return (
            <li
              key={slug}
              className="relative grid gap-y-2 border-t border-hairline bg-transparent py-6 lg:grid-cols-[var(--name)_minmax(0,1fr)]"
              data-theme={smallBatch}
              style={{ '--from': share(from), '--to': share(to), '--n': window.totalUnits } as CSSProperties}
            >
              <p className="[background:var(--ground)] grid content-start gap-1 max-lg:z-1 max-lg:justify-self-start max-lg:pr-2 lg:row-span-2">
                <a
                  className="h4 text-xl text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
                  href={path}
                >
                  {name}
                </a>
                <span className="text-sm text-faint">
                  {windowWords(window)}, {statusWords[status].windowPhrase}
                </span>
              </p>
              <div className="relative h-8" aria-hidden>
                <i className="absolute inset-y-0 left-(--from) w-[calc(var(--to)-var(--from))] border-r-[1.5px] border-faint bg-[repeating-linear-gradient(90deg,var(--faint)_0_1.5px,transparent_1.5px_calc(100%/var(--n)))]" />
              </div>
              <p className="before:flex-[0_1_var(--from)] *:max-w-full *:flex-none *:bg-(--ground) *:shadow-[8px_0_var(--ground)] z-1 flex font-display text-base leading-snug text-muted lg:col-start-2">
                <span>
                  <time dateTime={launchDate.toISOString()}>{opensOn}</time> to{' '}
                  <time dateTime={endDate.toISOString()}>{closesOn}</time>
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
