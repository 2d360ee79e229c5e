import { pageHead } from '#app/http/page-head.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { notFound } from '#app/http/not-found.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { parseNumber } from '../input.ts'
import { DropPage } from '../components/drop-page.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { countEarlierDrops, findDrop, listVariants } from '../store/drops.server.ts'
import { listPatches } from '../store/patches.server.ts'
import { dropNumberWords, dropWords, summaryWords } from '../words.ts'
import type { Route } from './+types/detail'
import { dropData } from './drop-data.ts'
import { findDropPhotos, toDropPage } from './drop-view.server.ts'

export const handle = { sharedParams: ['from'] } satisfies SharedHandle

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl, timeZone } = shop
  const moment = now()
  const drop = await findDrop(db, params.slug, moment)
  if (!drop) throw notFound(dropWords.notFound.title, dropWords.notFound)
  const [patches, variants, earlier] = await Promise.all([
    listPatches(db, drop.id, moment),
    listVariants(db, drop.id),
    countEarlierDrops(db, drop.dropNumber),
  ])
  const photos = await findDropPhotos(shop, drop.slug, patches, variants)
  return {
    ...toDropPage(drop, patches, variants, photos, timeZone),
    description: drop.description,
    earlier,
    from: parseNumber(new URL(request.url).searchParams.get('from')) ?? 1,
    now: moment,
    timeZone,
    publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: siteTitle(dropWords.notFound.title) }]
  const { drop, description, photos, publicUrl } = loaderData
  return pageHead({
    title: `${drop.name} | Drop № ${dropNumberWords(drop.dropNumber)}`,
    description: summaryWords(drop, description),
    path: `/drops/${drop.slug}`,
    publicUrl,
    picture: photos.cover ? sharedFile(photos.cover) : `/art/drops/${drop.slug}/share.jpg`,
  })
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  const { drop, description, photos, publicUrl } = loaderData
  const path = `/drops/${drop.slug}`
  const image = photos.cover ? sharedFile(photos.cover).path : `/art${path}/share.jpg`
  return (
    <>
      <JsonLd
        data={breadcrumbList(publicUrl, [
          { name: `${brand} Drops`, path: '/drops' },
          { name: drop.name, path },
        ])}
      />
      <JsonLd data={dropData(publicUrl, drop, image, summaryWords(drop, description))} />
      <DropPage {...loaderData} />
    </>
  )
}
