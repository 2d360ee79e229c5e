import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { notFound } from '#app/http/not-found.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { formatCents } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { findPhotos } from '../../photos/store.server.ts'
import { ReleaseHero } from '../components/release-hero.tsx'
import { OtherReleases } from '../components/other-releases.tsx'
import { SlotBoard } from '../components/slot-board.tsx'
import { parseReleaseSlug } from '../input.ts'
import { listReleases } from '../store.server.ts'
import { openSlots } from '../rules.ts'
import { reserveWords, toReleaseView, statusSentence, windowWords } from '../words.ts'
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
        lead={[statusSentence(release), ...(openSlots(release).length > 0 ? [reserveWords.choose] : [])].join(
          ' ',
        )}
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
