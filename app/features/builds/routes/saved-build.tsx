import ArrowRight from 'lucide-react/icons/arrow-right'
import { data, Form, Link, redirect } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { verifySender, proofSubject } from '#app/http/human-proof.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { humanProof } from '#app/http/proof-marks.ts'
import { trapField } from '#app/http/sender-fields.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { notFound } from '#app/http/not-found.ts'
import { pageHead } from '#app/http/page-head.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { reportSender } from '#app/http/security-log.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { mailOnce } from '#app/mail/mail-job.server.ts'
import { BuildDrawing } from '../components/build-drawing.tsx'
import { BuildParts, ClassStatement } from '../components/build-parts.tsx'
import { mailLinkInput, readCatalog, findSavedBuild } from '../store.server.ts'
import { buildPath, buildQuery, comparePath } from '../rules/build-address.ts'
import { buildForDrawing, classifyBuild } from '../rules/checks.ts'
import { chosenParts } from '../rules.ts'
import { configuratorWords, faultWords, priceWords, savedWords } from '../words.ts'
import type { Route } from './+types/saved-build'
import { toBuildView } from './build-view.server.ts'
import { savedLetter } from '../mails.ts'

const mailFailed =
  'We couldn’t send the email. Please try again in a few minutes. The link above is permanent.'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const [saved, catalog] = await Promise.all([
    findSavedBuild(db, normalizeCode(params.code)),
    readCatalog(db, now()),
  ])
  if (!saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const isMailed = new URL(request.url).searchParams.has('mailed')
  return { build: toBuildView(saved, catalog), publicUrl, timeZone, isMailed }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const saved = await findSavedBuild(shop.db, normalizeCode(params.code))
  if (!saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const form = await readForm(request)
  const parsed = parseForm(mailLinkInput, form)
  if (!parsed.ok) return data({ fieldErrors: parsed.fieldErrors, given: parsed.given }, { status: 422 })
  const { email } = parsed.value
  const sender = verifySender(form, proofSubject('build', email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  const done = redirect(`/builds/${saved.code}?mailed=yes#mail`, 303)
  if (sender === 'trapped') return done
  const verdict = await consumeAll(shop.limits, [
    ['message', address],
    ['mailTo', email],
  ])
  if (!verdict.ok) {
    const fieldErrors = { email: [tooManyWords(verdict.retryAfterSeconds)] }
    return data({ fieldErrors, given: { email } }, { status: 429 })
  }
  // Not queued: queued jobs must not hold addresses, and this one is stored nowhere else.
  const letter = savedLetter(saved.code, `${shop.publicUrl}/builds/${saved.code}`)
  try {
    const key = `saved-build:${saved.code}:${fingerprint(email)}`
    await mailOnce(shop, key, async () => ({ to: email, letter }))
  } catch (error) {
    shop.log.warn(
      { ...describeFault(error), build: saved.code },
      'The link to a saved build could not be mailed',
    )
    const fieldErrors = { email: [mailFailed] }
    return data({ fieldErrors, given: { email } }, { status: 503 })
  }
  return done
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: siteTitle(savedWords.notFound.title) }]
  const { build, publicUrl } = loaderData
  return [
    ...pageHead({
      title: `${build.platformName} build ${build.code}`,
      description: build.saved.lines.map(({ name }) => name).join(', '),
      path: `/builds/${build.code}`,
      publicUrl,
      picture: `/art/builds/${build.code}/share.png`,
    }),
  ]
}

export default function Saved({ loaderData, actionData }: Route.ComponentProps) {
  const { build, publicUrl, timeZone, isMailed } = loaderData
  const { fieldErrors: errors = {}, given = {} } = actionData ?? {}
  const { code, platformName, selection, catalog, saved, price, savedAt, missing } = build
  const link = `${publicUrl}/builds/${code}`
  const day = formatDay(savedAt, timeZone)
  const buildClass = classifyBuild(buildForDrawing(selection, catalog), chosenParts(selection, catalog))
  return (
    <div className="wrap py-section">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h1 className="h1">
            {platformName} <span className="text-accent">{code}</span>
          </h1>
          <p className="mt-4 max-w-lead text-muted">
            <ClassStatement buildClass={buildClass} />
          </p>
          <p className="lead mt-4">
            This link is permanent. Anyone who has it can open the same build on any device.
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-lg:w-full max-lg:*:w-full">
          {build.faults.length === 0 && missing === 0 && (
            <ButtonLink variant="primary" to={`/build/submit?${buildQuery(selection)}`}>
              {configuratorWords.submit}
            </ButtonLink>
          )}
          <ButtonLink
            variant={build.faults.length === 0 ? 'secondary' : 'primary'}
            to={`${buildPath(selection)}#configurator`}
          >
            Open in the configurator <ArrowRight aria-hidden />
          </ButtonLink>
          <a className={buttonClass({})} href={`/builds/${code}/sheet.pdf`}>
            Build sheet (PDF)
          </a>
          <ButtonLink to={comparePath([code])}>Compare with another build</ButtonLink>
        </div>
      </div>
      {missing > 0 && <p className="my-3 text-hold">{configuratorWords.missing(missing)}</p>}
      {price.totalCents !== saved.totalCents && (
        <p className="my-3 text-hold">
          {`Saved at ${priceWords(saved.totalCents)}. At today’s prices, the same parts total ${priceWords(price.totalCents)}.`}
        </p>
      )}
      {build.faults
        .filter(({ kind }) => kind !== 'incomplete')
        .map((fault) => (
          <p className="my-3 text-hold" key={faultWords(fault)}>
            {faultWords(fault)}
          </p>
        ))}
      <figure className="mt-8 mb-12 border-y border-hairline pt-2 pb-4 [--bp-sheet:var(--page)]">
        <BuildDrawing selection={selection} catalog={catalog} widthPx={920} />
        <figcaption className="text-sm text-faint">{savedWords.illustration}</figcaption>
      </figure>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <section aria-labelledby="parts">
          <h2 className="h3 mb-3" id="parts">
            Parts, as saved on {day}
          </h2>
          <BuildParts
            platformName={platformName}
            price={saved}
            selection={selection}
            caption={`Parts of build ${code}`}
          />
        </section>
        <section aria-labelledby="link">
          <h2 className="h3 mb-3" id="link">
            Permanent link
          </h2>
          <p className="mb-4 wrap-anywhere">
            <Link className="link" to={`/builds/${code}`}>
              {link}
            </Link>
          </p>
          <CopyButton text={link} label="Copy the link" copied="Link copied" />
          <MailLink code={code} isMailed={isMailed} errors={errors} given={given} />
        </section>
      </div>
    </div>
  )
}

function MailLink({
  code,
  isMailed,
  errors,
  given,
}: {
  code: string
  isMailed: boolean
  errors: FieldErrors
  given: SubmittedFields
}) {
  const path = `/builds/${code}`
  if (isMailed)
    return (
      <p id="mail" role="status" className="mt-8 text-ok">
        The link is on its way. It’s the only email we’ll send about this.
      </p>
    )
  return (
    <Form
      method="post"
      action={path}
      {...humanProof('build')}
      id="mail"
      className="mt-8 grid max-w-[420px] gap-3"
      aria-label="Email yourself the link"
    >
      <TrapField name={trapField} />
      <EmailField
        name="email"
        label="Email yourself the link"
        placeholder="name@example.com"
        defaultValue={typeof given.email === 'string' ? given.email : ''}
        error={errors.email}
      />
      {/* What `site/forms.ts` says where the shop could not send it. */}
      {errors.email && <span hidden data-beside={errors.email[0]} />}
      <Button busyLabel="Sending">Email me the link</Button>
    </Form>
  )
}
