import { isRouteErrorResponse, useLocation } from 'react-router'
import { missingWords } from '#app/http/not-found.ts'
import { type Unavailable, unavailableWords } from '#app/http/unavailable.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { errorWords } from '../words.ts'
import { StatusPlate } from './status-plate.tsx'

/** Sets the document title itself, because the router omits the titles of failed routes. */
export function ErrorScreen({ error }: { error: unknown }) {
  const missing = missingWords(error)
  if (missing) {
    const { to, label } = missing.link ?? { to: '/', label: 'Back to Home' }
    return (
      <StatusPlate mark={markOf(error)} title={missing.title} text={missing.text}>
        <title>{siteTitle(missing.title)}</title>
        <ButtonLink to={to} variant="primary">
          {label}
        </ButtonLink>
      </StatusPlate>
    )
  }
  const unavailable = unavailableWords(error)
  if (unavailable) return <ServiceUnavailable {...unavailable} />
  return isRouteErrorResponse(error) ? (
    <RouterError status={error.status} statusText={error.statusText} />
  ) : (
    <Crash error={error} />
  )
}

function markOf(error: unknown): string {
  return isRouteErrorResponse(error) ? String(error.status) : '404'
}

/** Works without script: a form can be submitted again as it was, any other page reloaded. */
function ServiceUnavailable({ title, text, beside, retry }: Unavailable) {
  const { pathname, search } = useLocation()
  return (
    <StatusPlate mark="503" title={title} text={text}>
      {/* What `site/forms.ts` says beside the form, which stays on its page. */}
      {beside && <span hidden data-beside={beside} />}
      <title>{siteTitle(title)}</title>
      {retry ? (
        <form method="post" action={retry.action}>
          {retry.fields.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Button variant="primary" type="submit">
            {errorWords.tryAgain}
          </Button>
        </form>
      ) : (
        <a className={buttonClass({ variant: 'primary' })} href={pathname + search}>
          {errorWords.tryAgain}
        </a>
      )}
      <ButtonLink to="/" variant="secondary">
        Back to Home
      </ButtonLink>
    </StatusPlate>
  )
}

function RouterError({ status, statusText }: { status: number; statusText: string }) {
  return (
    <StatusPlate
      mark={String(status)}
      title={errorWords.router}
      text={statusText || `The server responded with status ${status}.`}
    >
      <title>{siteTitle(errorWords.router)}</title>
      <ButtonLink to="/" variant="primary">
        Back to Home
      </ButtonLink>
    </StatusPlate>
  )
}

/** A bug. The error message is for developers; in production the server omits it. */
function Crash({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const text = error instanceof Error ? error.message : 'An unknown error occurred.'
  return (
    <StatusPlate mark="500" title={errorWords.render} text={text}>
      <title>{siteTitle(errorWords.render)}</title>
      <a className={buttonClass({ variant: 'primary' })} href={pathname + search}>
        {errorWords.tryAgain}
      </a>
      <ButtonLink to="/" variant="secondary">
        Back to Home
      </ButtonLink>
    </StatusPlate>
  )
}
