import type { ReactNode } from 'react'
import { data, Form } from 'react-router'
import { unitMapViews } from '#app/art/art-frames.ts'
import { DataPlate } from '#app/art/data-plate.tsx'
import { dropNumberText } from '#app/art/drawing.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { pageHead, type SharedHandle, sharePath } from '#app/http/page-head.ts'
import { brand } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { countOf } from '#app/kit/text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { acceptedBy, attendedWords, certificateWords } from '../courses/roster.ts'
import { strokeStates } from '../drops/rules.ts'
import { listNewestDrops } from '../drops/store/drops.server.ts'
import { type LookupResult, lookUp } from './lookup.server.ts'
import { hasOwner, unitStatusWords } from './rules.ts'
import type { Route } from './+types/registry'

/** The page without a lookup is shared; a result is private and not indexed. */
export const handle = { sharedParams: ['code'] } satisfies SharedHandle

const title = `${brand} certificate registry`

/** Runs whose units are drawn above the form. */
const maxRuns = 6

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const code = new URL(request.url).searchParams.get('code')
  const [runs, { result, errors, init }] = await Promise.all([
    listNewestDrops(shop.db, shop.now(), { max: maxRuns }),
    lookUp(shop, code, context.get(visitContext).address),
  ])
  return data({ runs, result, errors, code: code ?? '', publicUrl: shop.publicUrl }, init)
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, result } = loaderData
  const unit = result?.kind === 'unit' ? result : undefined
  return pageHead({
    title: unit ? `${unit.name}, number ${unit.number} of ${unit.total}` : 'Certificate registry',
    description: `Verify a ${brand} certificate by its code, and see the status of its unit.`,
    path: '/vault',
    publicUrl,
    picture: unit ? `/art/drops/${unit.slug}/share-${unit.number}.jpg` : sharePath('home'),
  })
}

export default function Registry({ loaderData }: Route.ComponentProps) {
  const { runs, result, errors, code, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: title, path: '/vault' }])} />
      <header className="wrap grid items-end gap-x-16 gap-y-8 pt-12 pb-10 lg:grid-cols-2 lg:pt-16 lg:pb-12">
        <div className="grid gap-6">
          <h1 className="h1 max-w-[12ch] font-hairline">{title}</h1>
          <p className="lead max-w-[50ch]">
            Every numbered unit has a signed certificate. Check its code to see the status of its unit. The
            registry holds no names.
          </p>
        </div>
        <Form className="panel grid gap-4 p-6" action="/vault#result" aria-labelledby="ask-code" noValidate>
          <h2 className="h3" id="ask-code">
            Check a certificate
          </h2>
          <TextField
            className="[&_input]:font-display [&_input]:text-lg [&_input]:tracking-wider [&_input]:uppercase"
            name="code"
            label="Code"
            placeholder="A017-XXXX-XXXX-XXXX"
            hint="On the certificate of a rifle, or of training."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            defaultValue={code}
            error={errors}
          />
          <Button variant="primary" block>
            Check the code
          </Button>
        </Form>
      </header>
      {result ? <Result result={result} /> : <Runs runs={runs} />}
      <Section title="What a certificate is worth">
        <div className="grid gap-x-6 gap-y-8 lg:grid-cols-3">
          {facts.map((fact) => (
            <div key={fact.title}>
              <h3 className="h3">{fact.title}</h3>
              <p className="mt-3 max-w-[46ch] text-muted">{fact.text}</p>
            </div>
          ))}
        </div>
      </Section>
    </>
  )
}

/** Every unit of the newest runs, one line each. */
function Runs({ runs }: { runs: Route.ComponentProps['loaderData']['runs'] }) {
  return (
    <div
      className="wrap grid grid-cols-2 gap-4 pb-12 lg:grid-cols-6 [&_.ticks]:h-20"
      role="img"
      aria-label="The units of the newest drops, one line each"
    >
      {runs.toReversed().map(({ slug, theme, dropNumber, status, units }) => (
        <div key={slug} className="min-w-0 bg-transparent" data-theme={theme}>
          <Ticks units={strokeStates(status, units)} />
          <span className="mt-2 block border-t border-control pt-1.5 font-display text-xs text-muted">
            {dropNumberText(dropNumber)}
          </span>
        </div>
      ))}
    </div>
  )
}

function Result({ result }: { result: LookupResult }) {
  switch (result.kind) {
    case 'unit':
      return <UnitResult {...result} />
    case 'training':
      return <TrainingResult {...result} />
    case 'revoked':
      return (
        <Answer title={certificateWords.revoked.title}>
          <p className="lead">
            {certificateWords.revoked.text} ({result.on})
          </p>
        </Answer>
      )
    case 'limited':
      return (
        <Answer title="Too many lookups">
          <p className="lead">{result.text}</p>
        </Answer>
      )
    case 'forged':
      return (
        <Answer title="Not genuine">
          <p className="max-w-full font-display text-lg leading-snug tracking-widest wrap-anywhere text-muted uppercase line-through">
            {result.typed}
          </p>
          <p className="lead">
            None of our certificates has this code. Check it letter by letter: 16 letters and digits in four
            groups, starting with A.
          </p>
          <p className="max-w-lead text-sm text-muted">
            If you typed it correctly, we did not make this certificate. Do not pay for the item, and send us
            a photo of the certificate.
          </p>
          <ButtonLink href="/contact?subject=legal">Write to us</ButtonLink>
        </Answer>
      )
  }
}

type AnswerProps = {
  title: string
  theme?: string
  isGenuine?: boolean
  picture?: ReactNode
  children: ReactNode
}

function Answer({ title: heading, theme, isGenuine = false, picture, children }: AnswerProps) {
  return (
    <section
      className="section -scroll-mt-6 py-12 focus:outline-none"
      id="result"
      tabIndex={-1}
      aria-labelledby="answer"
      data-theme={theme}
    >
      <div
        className={`wrap grid gap-x-16 gap-y-8 ${picture ? 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]' : ''}`}
      >
        {picture}
        <div
          className="grid min-w-0 content-center justify-items-start gap-4 max-lg:order-first"
          role="status"
        >
          {isGenuine && <Badge kind="ok">Genuine</Badge>}
          <h2 className="h1" id="answer">
            {heading}
          </h2>
          {children}
        </div>
      </div>
    </section>
  )
}

function UnitResult(props: Extract<LookupResult, { kind: 'unit' }>) {
  const { slug, name, theme, dropNumber, total, number, launchDay, status, square, art } = props
  const [, , width, height] = unitMapViews[theme].split(' ').map(Number)
  const { label, text } = unitStatusWords[status]
  return (
    <Answer
      title={`Number ${number} of ${total}`}
      theme={theme}
      isGenuine
      picture={
        <figure>
          <img
            className="h-auto w-full border border-hairline"
            src={art}
            alt=""
            width={width}
            height={height}
          />
          <figcaption className="mt-3 text-sm text-faint">
            {name}, drawn with {total} lines. The brightest one is number {number}.
          </figcaption>
        </figure>
      }
    >
      <p className="font-display text-xl tracking-wide text-accent">{label}</p>
      <p className="max-w-[52ch] text-muted">{text}</p>
      <p className="text-sm text-muted">
        {hasOwner(status)
          ? 'The signature is ours and matches this number. It does not prove ownership: compare the number with the one engraved on the unit.'
          : 'Nobody owns this number right now. Do not pay for a certificate of it.'}
      </p>
      <DefinitionList
        items={[
          { term: 'Drop', value: `№ ${dropNumberText(dropNumber)}, ${name}` },
          ...(launchDay ? [{ term: status === 'to_come' ? 'Opens' : 'Opened', value: launchDay }] : []),
        ]}
      />
      <ButtonLink href={`/drops/${slug}`} size="sm">
        The drop
      </ButtonLink>
      <Square {...square} />
      <div className="w-full max-w-[400px]">
        <DataPlate dropName={name} dropNumber={dropNumber} unitNumber={number} total={total} />
      </div>
    </Answer>
  )
}

function TrainingResult(props: Extract<LookupResult, { kind: 'training' }>) {
  const { code, student, facts: held, issuedOn, square } = props
  return (
    <Answer title={certificateWords.title} isGenuine>
      <p className="lead">
        {certificateWords.valid.title}. {certificateWords.valid.text}
      </p>
      <DefinitionList
        items={[
          { term: 'Student', value: student },
          { term: 'Course', value: held.course },
          { term: 'Held on', value: formatCalendarDate(held.heldOn) },
          { term: 'Length', value: countOf(held.hours, 'hour') },
          { term: 'Place', value: held.place },
          { term: 'Instructor', value: held.instructor },
          {
            term: 'License',
            value: held.licenses.map(({ name, number }) => `${name}, no. ${number}`).join('; '),
          },
          { term: 'Issued', value: issuedOn },
          { term: 'Code', value: <span className="numeral">{code}</span> },
        ]}
      />
      <p>{attendedWords(held)}</p>
      <p className="text-sm text-muted">{acceptedBy}</p>
      <Square {...square} />
    </Answer>
  )
}

/** The address of this answer to scan: dark on light in every theme and in print. */
function Square({ path, size }: { path: string; size: number }) {
  return (
    <figure className="grid gap-2">
      <svg
        className="w-32 bg-[#fff]"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code that leads to this answer"
        shapeRendering="crispEdges"
      >
        <path fill="#000" d={path} />
      </svg>
      <figcaption className="text-sm text-faint">Scan it to check this certificate again.</figcaption>
    </figure>
  )
}

const facts = [
  {
    title: 'What the code proves',
    text: 'That we signed this drop and this number. The code is computed with a secret key, so nobody else can make a valid one, and a code copied onto another number fails.',
  },
  {
    title: 'What it does not prove',
    text: 'Who owns the unit. A photo of a certificate passes too. Compare the number with the one engraved on the receiver, and have a licensed dealer do the transfer.',
  },
  {
    title: 'What the registry does not show',
    text: 'Names, addresses, dealers, orders and serial numbers. The registry only knows a drop, a number and that unit’s status.',
  },
] as const
