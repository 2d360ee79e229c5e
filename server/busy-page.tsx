// What visitors get when too many requests are waiting. The page is rendered once, so it costs nothing under load: the
// same for every address, before and behind the age gate, and without script.
import { renderToStaticMarkup } from 'react-dom/server'
import { StatusPlate } from '#app/features/pages/components/status-plate.tsx'
import { errorWords } from '#app/features/pages/words.ts'
import { jsonError } from '#app/http/json-response.server.ts'
import { tooBusyWords } from '#app/http/unavailable.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { buttonClass } from '#app/ui/button.tsx'

const pageText =
  'The shop is very busy right now. Nothing was charged. This page tries again by itself in a few seconds.'

export function drawBusyPage(styleSheets: readonly string[]): string {
  const { title } = tooBusyWords
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta httpEquiv="refresh" content="5" />
        <title>{siteTitle(title)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {styleSheets.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
      </head>
      <body data-theme="noir">
        <main id="main">
          <StatusPlate mark="503" title={title} text={pageText}>
            {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- empty: the address that was asked for, with its query */}
            <a className={buttonClass({ variant: 'primary' })} href="">
              {errorWords.tryAgain}
            </a>
            <a className={buttonClass({})} href="/">
              Back to Home
            </a>
          </StatusPlate>
        </main>
      </body>
    </html>,
  )
  return `<!DOCTYPE html>${page}`
}

export function tooBusy(request: Request, page: string): Response {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/api/')) return jsonError(503, 'busy', tooBusyWords.text)
  const isPage = request.headers.get('Accept')?.includes('text/html')
  const body = request.method === 'HEAD' ? null : isPage ? page : tooBusyWords.text
  return new Response(body, {
    status: 503,
    headers: {
      'Content-Type': `${isPage ? 'text/html' : 'text/plain'}; charset=utf-8`,
      'Cache-Control': 'private, no-store',
    },
  })
}
