import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { escapeXml } from '#app/kit/text.ts'
import { listDropSlugs } from '../../drops/store/drops.server.ts'
import { smallBatches } from '../../drops/rules.ts'
import { publicPaths } from '../rules.ts'
import type { Route } from './+types/sitemap'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl, searchEntries, closedPages } = context.get(shopContext)
  // A patch is a part of its drop's page.
  const goods = (await searchEntries()).filter(
    ({ kind, path }) => kind === 'accessory' && !path.includes('#'),
  )
  const closed = await closedPages()
  const paths = [
    ...publicPaths,
    ...smallBatches.map((slug) => `/small-batch/${slug}`),
    ...goods.map(({ path }) => path),
    ...(await listDropSlugs(db)).map((slug) => `/drops/${encodeURIComponent(slug)}`),
  ]
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths
      .filter((path) => isOpenPage(closed, path))
      .map((path) => `  <url><loc>${escapeXml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
