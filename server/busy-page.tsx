// What visitors get while too many requests are waiting. The pages are rendered once, so they cost nothing under load: the
// same for every address, and without script. They renew themselves.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { errorWords, StatusPlate } from '#app/features/pages/components/error-screen.tsx'
import { jsonError } from '#app/http/responses.server.ts'
import { tooBusyWords } from '#app/http/errors.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { buttonClass } from '#app/ui/button.tsx'

const pageText =
  'The shop is very busy right now. Nothing was charged. This page tries again by itself in a few seconds.'

/** The page for readers, before and behind the age gate: it asks again for what was asked for. */
export function drawBusyPage(styleSheets: readonly string[]): string {
  return draw(styleSheets, {
    mark: '503',
    title: tooBusyWords.title,
    text: pageText,
    refresh: <meta httpEquiv="refresh" content="5" />,
    actions: (
      <>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- empty: the address that was asked for, with its query */}
        <a className={buttonClass({ variant: 'primary' })} href="">
          {errorWords.tryAgain}
        </a>
        <a className={buttonClass({})} href="/">
          Back to Home
        </a>
      </>
    ),
  })
}

const [placeMark, movedMark] = ['{place}', '{moved}']

/** The page for whoever sent a form and waits for their turn. Returns how it is filled in for one of them. */
export function drawLinePage(styleSheets: readonly string[]) {
  const page = draw(styleSheets, {
    mark: placeMark,
    title: 'You’re in Line',
    text: `${movedMark}You are number ${placeMark} in line. This page renews itself. Keep it open: what you sent goes through when it is your turn. Nothing was charged.`,
    actions: (
      <a className={buttonClass({})} href="/">
        Leave the Line
      </a>
    ),
  })
  return ({ place, isMoved }: { place: number; isMoved: boolean }) =>
    page
      .replaceAll(placeMark, place.toLocaleString('en-US'))
      .replace(movedMark, isMoved ? 'You were away for too long, so you joined the end of the line. ' : '')
}

type Plate = { mark: string; title: string; text: string; refresh?: ReactNode; actions: ReactNode }

function draw(styleSheets: readonly string[], { mark, title, text, refresh, actions }: Plate): string {
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {refresh}
        <title>{siteTitle(title)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {styleSheets.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
      </head>
      <body data-theme="noir">
        <main id="main">
          <StatusPlate mark={mark} title={title} text={text}>
            {actions}
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
