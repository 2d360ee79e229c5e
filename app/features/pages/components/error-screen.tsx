import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { missingWords } from '#app/http/not-found.ts'
import { type Unavailable, unavailableWords } from '#app/http/unavailable.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { errorWords } from '../words.ts'
import { StatusPlate } from './status-plate.tsx'
import './status-plate.css'

/**
 * What stands in place of a page that could not be shown: something missing, a router error or a bug. It names the
 * document itself: the router leaves out the titles of routes that failed.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const missing = missingWords(error)
  if (missing) {
    const { to, label } = missing.link ?? { to: '/', label: 'Back to Home' }
    return (
      <StatusPlate mark="404" title={missing.title} text={missing.text}>
        <title>{`${missing.title} | PACo`}</title>
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

/**
 * The database is away. Everything on it works without script: a form is sent again as it was, anything else is asked for
 * again.
 */
function ServiceUnavailable({ title, text, retry }: Unavailable) {
  const { pathname, search } = useLocation()
  return (
    <StatusPlate mark="503" title={title} text={text}>
      <title>{`${title} | PACo`}</title>
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
  const { pathname } = useLocation()
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the specification has errors and unknown paths logged to the console
    console.error(`${status} ${statusText}: ${pathname}`)
  }, [status, statusText, pathname])
  return (
    <StatusPlate
      mark={String(status)}
      title={errorWords.router}
      text={statusText || `The answer was ${status}.`}
    >
      <title>{`${errorWords.router} | PACo`}</title>
      <ButtonLink to="/" variant="primary">
        Back to Home
      </ButtonLink>
    </StatusPlate>
  )
}

/** A bug. Its own text is for developers: in production the server sends none. */
function Crash({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator()
  const [attempts, setAttempts] = useState(0)
  const text = error instanceof Error ? error.message : 'An unknown error was thrown.'
  return (
    <StatusPlate mark="500" title={errorWords.render} text={text}>
      <title>{`${errorWords.render} | PACo`}</title>
      <Button
        variant="primary"
        busy={state !== 'idle'}
        busyLabel="Trying"
        onClick={() => {
          setAttempts(attempts + 1)
          // A first try asks for the data again; when that did not help, the whole page is asked for again.
          if (attempts === 0) void revalidate()
          else window.location.reload()
        }}
      >
        {errorWords.tryAgain}
      </Button>
      <ButtonLink to="/" variant="secondary">
        Back to Home
      </ButtonLink>
    </StatusPlate>
  )
}
