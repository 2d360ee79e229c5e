import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { Section } from '#app/ui/section.tsx'
import { formatDay } from '#app/kit/date-format.ts'
import { ReleasePanel } from '../components/release-panel.tsx'
import { WindowScale } from '../components/window-scale.tsx'
import { listReleases } from '../store.server.ts'
import { toReleaseView, windowSteps } from '../words.ts'
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
