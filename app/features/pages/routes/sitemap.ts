import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { highestDropNumber, listDropSlugs } from '../../drops/store/drops.server.ts'
import { smallBatches } from '../../drops/rules.ts'
import { publicPaths } from '../rules.ts'
import type { Route } from './+types/sitemap'

/** Drops in one part, by their numbers. Search engines take fifty thousand addresses in a file. */
const partSize = 10_000

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, publicUrl, searchEntries, closedPages } = context.get(shopContext)
  const parts = Math.ceil((await highestDropNumber(db)) / partSize)
  const part = Number(new URL(request.url).searchParams.get('part') ?? 0)
  if (!Number.isInteger(part) || part < 0 || part > parts) return new Response(null, { status: 404 })
  if (parts > 1 && part === 0) return document('sitemapindex', 'sitemap', addressesOfParts(publicUrl, parts))
  const of = Math.max(part, 1)
  const slugs = await listDropSlugs(db, (of - 1) * partSize + 1, of * partSize)
  // A patch is a part of the page of its drop, which is listed already.
  const goods = (of === 1 ? await searchEntries() : []).filter(
    ({ kind, path }) => kind === 'accessory' && !path.includes('#'),
  )
  const closed = await closedPages()
  const paths = [
    ...(of === 1 ? [...publicPaths, ...smallBatches.map((slug) => `/small-batch/${slug}`)] : []),
    ...goods.map(({ path }) => path),
    ...slugs.map((slug) => `/drops/${encodeURIComponent(slug)}`),
  ]
  return document(
    'urlset',
    'url',
    paths.filter((path) => isOpenPage(closed, path)).map((path) => publicUrl + path),
  )
}

function addressesOfParts(publicUrl: string, parts: number): string[] {
  return Array.from({ length: parts }, (_, index) => `${publicUrl}/sitemap.xml?part=${index + 1}`)
}

function document(root: string, entry: string, addresses: readonly string[]): Response {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...addresses.map((address) => `  <${entry}><loc>${escapeXml(address)}</loc></${entry}>`),
    `</${root}>`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
