import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { missingWords } from '#app/http/not-found.ts'
import { type Unavailable, unavailableWords } from '#app/http/unavailable.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'

/** Texts of the error pages, verbatim from the specification (sections 2 and 8). */
export const errorWords = {
  pageNotFound: 'Oops! Page not found',
  router: 'Unexpected Application Error!',
  render: 'Something went wrong',
  tryAgain: 'Try Again',
} as const

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

type PlateProps = {
  mark: string
  title: string
  text?: string | undefined
  children: ReactNode
}

export function StatusPlate({ mark, title, text, children }: PlateProps) {
  return (
    <section className="wrap relative isolate grid min-h-[70svh] content-end justify-items-start gap-4 overflow-clip pt-24 pb-20 lg:min-h-[max(480px,calc(82svh-var(--spacing-nav)))]">
      <p
        className="absolute -z-1 right-gutter top-1/2 [translate:0_-56%] font-display text-[clamp(180px,38vw,560px)] leading-none font-[100] tracking-[-0.02em] text-hairline [user-select:none] before:[content:attr(data-mark)] max-lg:top-24 max-lg:[translate:0_0] max-lg:text-[46vw]"
        data-mark={mark}
        aria-hidden="true"
      />
      <h1 className="h1 max-w-[14ch]">{title}</h1>
      {text && <p className="lead">{text}</p>}
      <div className="btns mt-4">{children}</div>
    </section>
  )
}
