import { pageHead, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { shopContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { DropPage } from '../components/drop-page.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { listWindows } from '../store/drops.server.ts'
import { windowSentence, windowWords } from '../small-batch.ts'
import { dropNumberWords, dropWords, summaryWords } from '../words.ts'
import type { Route } from './+types/detail'
import { dropData } from './drop-data.ts'
import { readDropPage, requireDrop, toDropView } from './drop-view.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl, timeZone } = shop
  const drop = await requireDrop(db, params, now())
  const windows = drop.smallBatch ? await listWindows(db, now()) : []
  return {
    ...(await readDropPage(shop, drop, drop)),
    otherWindows: windows.filter((other) => other.id !== drop.id).map((other) => toDropView(other, timeZone)),
    publicUrl,
  }
}

export const headers = () => sharedPage

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: siteTitle(dropWords.notFound.title) }]
  const { drop, photos, publicUrl } = loaderData
  return pageHead({
    title: drop.smallBatch
      ? `${drop.name} Line, small batch`
      : `${drop.name} | Drop № ${dropNumberWords(drop.dropNumber)}`,
    description: drop.smallBatch
      ? `${drop.tagline ?? ''} ${windowWords(drop)}. ${windowSentence(drop)}`
      : summaryWords(drop, drop.description),
    path: drop.path,
    publicUrl,
    picture: photos.cover ? sharedFile(photos.cover) : `/art/drops/${drop.slug}/share.jpg`,
  })
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  const { drop, photos, publicUrl } = loaderData
  const image = photos.cover ? sharedFile(photos.cover).path : `/art/drops/${drop.slug}/share.jpg`
  return (
    <>
      <JsonLd
        data={breadcrumbList(publicUrl, [
          drop.smallBatch
            ? { name: 'Small-Batch', path: '/small-batch' }
            : { name: `${brand} Drops`, path: '/drops' },
          { name: drop.name, path: drop.path },
        ])}
      />
      <JsonLd data={dropData(publicUrl, drop, image, summaryWords(drop, drop.description))} />
      <DropPage {...loaderData} />
    </>
  )
}
