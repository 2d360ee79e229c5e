import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/robots'

const disallowed = [
  '/age-gate',
  '/api/',
  '/builds/',
  '/cart',
  '/checkout/',
  '/clock',
  '/events',
  '/mailbox',
  '/orders/',
  '/subscriptions',
  '/webhooks/',
]

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(shopContext)
  const lines = [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
