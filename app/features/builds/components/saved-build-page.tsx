import ArrowRight from 'lucide-react/icons/arrow-right'
import { Form, Link } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { trapField } from '#app/http/sender-fields.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { buildPath, comparePath } from '../rules/build-address.ts'
import { chosenParts } from '../rules.ts'
import { buildForDrawing, classifyBuild } from '../rules/build-class.ts'
import type { BuildView } from '../routes/build-view.server.ts'
import { configuratorWords, faultWords, priceWords, savedWords } from '../words.ts'
import { BuildDrawing } from './build-drawing.tsx'
import { BuildParts } from './build-parts.tsx'
import { ClassStatement } from './class-statement.tsx'
import { humanProof } from '#app/http/proof-marks.ts'

type Props = {
  build: BuildView
  publicUrl: string
  timeZone: string
  isMailed: boolean
  errors: FieldErrors
  given: SubmittedFields
}

/** A saved build: the drawing, its parts and prices, and its actions. */
export function SavedBuildPage({ build, publicUrl, timeZone, isMailed, errors, given }: Props) {
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
          <p className="lead mt-4">{savedWords.lead}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-lg:w-full max-lg:*:w-full">
          <ButtonLink variant="primary" to={`${buildPath(selection)}#configurator`}>
            {savedWords.open} <ArrowRight aria-hidden />
          </ButtonLink>
          <a className={buttonClass({})} href={`/builds/${code}/sheet.pdf`}>
            {savedWords.pdf}
          </a>
          <ButtonLink to={comparePath([code])}>{savedWords.compare}</ButtonLink>
        </div>
      </div>
      {missing > 0 && <p className="my-3 text-hold">{configuratorWords.missing(missing)}</p>}
      {price.totalCents !== saved.totalCents && (
        <p className="my-3 text-hold">
          {savedWords.priceChanged(priceWords(saved.totalCents), priceWords(price.totalCents))}
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
}: Pick<Props, 'isMailed' | 'errors' | 'given'> & { code: string }) {
  const path = `/builds/${code}`
  if (isMailed)
    return (
      <p id="mail" role="status" className="mt-8 text-ok">
        {savedWords.mail.sent}
      </p>
    )
  return (
    <Form
      method="post"
      action={path}
      {...humanProof('build')}
      id="mail"
      className="mt-8 grid max-w-[420px] gap-3"
      aria-label={savedWords.mail.title}
    >
      <TrapField name={trapField} />
      <EmailField
        name="email"
        label={savedWords.mail.title}
        placeholder="name@example.com"
        defaultValue={typeof given.email === 'string' ? given.email : ''}
        error={errors.email}
      />
      {/* What `site/forms.ts` says where the shop could not send it. */}
      {errors.email && <span hidden data-beside={errors.email[0]} />}
      <Button busyLabel="Sending">{savedWords.mail.send}</Button>
    </Form>
  )
}
