import { shopContext } from '#app/http/context.server.ts'
import { listDrops } from '../../drops/store.server.ts'
import { releaseSlugs } from '../../small-batch/rules.ts'
import { publicPaths } from '../rules.ts'
import type { Route } from './+types/sitemap'

/** sitemap.xml: all public pages, releases and drops. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl } = context.get(shopContext)
  const drops = await listDrops(db, now())
  const paths = [
    ...publicPaths,
    ...releaseSlugs.map((slug) => `/small-batch/${slug}`),
    ...drops.map(({ slug }) => `/drops/${encodeURIComponent(slug)}`),
  ]
  const urls = paths.map((path) => `  <url><loc>${escapeXml(publicUrl + path)}</loc></url>`)
  const document = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ]
  return new Response(document.join('\n'), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
