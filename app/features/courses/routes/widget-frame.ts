import { shopContext } from '#app/http/context.server.ts'
import { isWidgetScript } from '../rules.ts'
import type { Route } from './+types/widget-frame'

/** Its origin is opaque: the external calendar's script cannot reach the shop's pages, cookies or storage. */
export function loader({ context }: Route.LoaderArgs) {
  const { schedulingWidgetUrl: url } = context.get(shopContext)
  if (url === null || !isWidgetScript(url)) return new Response('There is no such calendar.', { status: 404 })
  const { origin } = new URL(url)
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Scheduling calendar</title><style>html,body{margin:0;height:100%}</style></head><body><script src="${escapeAttribute(url)}" async></script></body></html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': [
        'sandbox allow-scripts allow-forms allow-popups', // an origin of its own, also when opened by itself
        "default-src 'none'",
        ...['script-src', 'connect-src', 'frame-src', 'form-action'].map((name) => `${name} ${origin}`),
        `style-src ${origin} 'unsafe-inline'`,
        `img-src ${origin} data:`,
        `font-src ${origin} data:`,
        "base-uri 'none'",
        "frame-ancestors 'self'",
      ].join('; '),
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
