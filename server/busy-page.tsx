// What a visitor sees when too many others wait already. It is drawn once, so that it costs nothing when there is least to
// spare: the same for every address, before the gate and behind it, without script.
import { renderToStaticMarkup } from 'react-dom/server'
import { StatusPlate } from '#app/features/pages/components/status-plate.tsx'
import { errorWords } from '#app/features/pages/words.ts'
import { tooBusyWords } from '#app/http/unavailable.ts'

/** The whole page. `styleSheets` are the addresses of the shop's own. */
export function drawBusyPage(styleSheets: readonly string[]): string {
  const { title, text } = tooBusyWords
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} | PACo`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {styleSheets.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
      </head>
      <body data-theme="noir">
        <main id="main">
          <StatusPlate mark="503" title={title} text={text}>
            {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- empty: the address that was asked for, with its query */}
            <a className="btn pri" href="">
              {errorWords.tryAgain}
            </a>
            <a className="btn sec2" href="/">
              Back to Home
            </a>
          </StatusPlate>
        </main>
      </body>
    </html>,
  )
  return `<!DOCTYPE html>${page}`
}
