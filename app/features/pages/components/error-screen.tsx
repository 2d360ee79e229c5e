import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { missingWords, unavailableWords } from '#app/http/errors.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'

/** Texts of the error pages, verbatim from the specification (sections 2 and 8). */
export const errorWords = {
  pageNotFound: 'Oops! Page not found',
  router: 'Unexpected Application Error!',
  render: 'Something went wrong',
  tryAgain: 'Try Again',
} as const

/** Works without script: a form can be submitted again as it was, any other page reloaded. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const again = (
    <a className={buttonClass({ variant: 'primary' })} href={pathname + search}>
      {errorWords.tryAgain}
    </a>
  )
  const response = isRouteErrorResponse(error) ? error : undefined
  const missing = missingWords(error)
  if (missing) {
    const { to, label } = missing.link ?? { to: '/', label: 'Back to Home' }
    return (
      <ErrorPlate mark={response?.status ?? 404} title={missing.title} text={missing.text}>
        <ButtonLink href={to} variant="primary">
          {label}
        </ButtonLink>
      </ErrorPlate>
    )
  }
  const unavailable = unavailableWords(error)
  if (unavailable) {
    const { title, text, beside, retry } = unavailable
    return (
      <ErrorPlate mark={503} title={title} text={text}>
        {/* What `site/forms.ts` says beside the form, which stays on its page. */}
        {beside && <span hidden data-beside={beside} />}
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
          again
        )}
        <ButtonLink href="/">Back to Home</ButtonLink>
      </ErrorPlate>
    )
  }
  if (response) {
    const { status, statusText } = response
    const text = statusText || `The server responded with status ${status}.`
    return (
      <ErrorPlate mark={status} title={errorWords.router} text={text}>
        <ButtonLink href="/" variant="primary">
          Back to Home
        </ButtonLink>
      </ErrorPlate>
    )
  }
  // A bug. Its message is for developers; in production the server omits it.
  const text = error instanceof Error ? error.message : 'An unknown error occurred.'
  return (
    <ErrorPlate mark={500} title={errorWords.render} text={text}>
      {again}
      <ButtonLink href="/">Back to Home</ButtonLink>
    </ErrorPlate>
  )
}

type PlateProps = { mark: number | string; title: string; text?: string | undefined; children: ReactNode }

/** Sets the document title itself, because the router omits the titles of failed routes. */
function ErrorPlate({ children, ...plate }: PlateProps) {
  return (
    <StatusPlate {...plate}>
      <title>{siteTitle(plate.title)}</title>
      {children}
    </StatusPlate>
  )
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
