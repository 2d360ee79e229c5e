import ArrowRight from 'lucide-react/icons/arrow-right'
import { Form, Link } from 'react-router'
import type { FieldErrors, Given } from '#app/http/form.ts'
import { trapField } from '#app/http/human-proof.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { buildPath } from '../input.ts'
import type { ShownBuild } from '../routes/shown-build.server.ts'
import { benchWords, priceWords, savedWords } from '../words.ts'
import { BuildDrawing } from './build-drawing.tsx'
import { BuildParts } from './build-parts.tsx'
import { useProvenForm } from './use-proven-form.ts'

type Props = {
  build: ShownBuild
  publicUrl: string
  timeZone: string
  isMailed: boolean
  errors: FieldErrors
  given: Given
}

/** A build behind its permanent link: the drawing, its parts and prices, and everything that can be done with it. */
export function SavedBuildPage({ build, publicUrl, timeZone, isMailed, errors, given }: Props) {
  const { code, platformName, selection, catalog, saved, price, savedAt, missing } = build
  const link = `${publicUrl}/builds/${code}`
  const day = formatDay(savedAt, timeZone)
  return (
    <div className="wrap saved">
      <div className="saved-h">
        <div>
          <h1 className="h1">
            {platformName} <span className="saved-code">{code}</span>
          </h1>
          <p className="lead">{savedWords.lead}</p>
        </div>
        <div className="saved-go">
          <ButtonLink variant="primary" to={`${buildPath(selection)}#configurator`}>
            {savedWords.open} <ArrowRight aria-hidden />
          </ButtonLink>
          <a className={buttonClass({})} href={`/builds/${code}/sheet.pdf`}>
            {savedWords.pdf}
          </a>
          <ButtonLink to={`/builds/compare?builds=${code}`}>{savedWords.compare}</ButtonLink>
        </div>
      </div>
      {missing > 0 && <p className="sheet-note">{benchWords.missing(missing)}</p>}
      {price.totalCents !== saved.totalCents && (
        <p className="sheet-note">
          {savedWords.priceMoved(priceWords(saved.totalCents), priceWords(price.totalCents))}
        </p>
      )}
      <figure className="saved-dr">
        <BuildDrawing selection={selection} catalog={catalog} widthPx={1180} />
        <figcaption className="cap">{savedWords.illustration}</figcaption>
      </figure>
      <div className="saved-two">
        <section aria-labelledby="parts">
          <h2 className="h3" id="parts">
            Parts, as saved on {day}
          </h2>
          <BuildParts platformName={platformName} price={saved} caption={`Parts of build ${code}`} />
        </section>
        <section aria-labelledby="link">
          <h2 className="h3" id="link">
            Permanent link
          </h2>
          <p className="saved-link">
            <Link className="lnk" to={`/builds/${code}`}>
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
  const { form, isBusy } = useProvenForm(path, 'build')
  if (isMailed)
    return (
      <p id="mail" role="status" className="saved-mailed">
        {savedWords.mail.sent}
      </p>
    )
  return (
    <Form {...form} id="mail" className="saved-mail" aria-label={savedWords.mail.title}>
      <TrapField name={trapField} />
      <TextField
        name="email"
        label={savedWords.mail.title}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        placeholder="name@example.com"
        defaultValue={typeof given.email === 'string' ? given.email : ''}
        error={errors.email}
      />
      <Button busy={isBusy} busyLabel="Sending">
        {savedWords.mail.send}
      </Button>
    </Form>
  )
}
