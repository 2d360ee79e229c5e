import { data } from 'react-router'
import { unitMapViews } from '#app/art/art-frames.ts'
import { DataPlate } from '#app/art/data-plate.tsx'
import { dropNumberText } from '#app/art/drawing.ts'
import { fitLettering, letteringPath } from '#app/art/pantograph/lettering.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { countOf } from '#app/kit/count.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/section.tsx'
import { acceptedBy, attendedWords, certificateWords } from '../courses/roster.ts'
import { noFilter } from '../drops/rules.ts'
import { findDropPage } from '../drops/store/drops.server.ts'
import { type LookupResult, lookUp } from './lookup.server.ts'
import { RegistryStrip, type RunView } from './registry-strip.tsx'
import { hasOwner, pageWords, resultWords, unitStatusWords } from './rules.ts'
import type { Route } from './+types/registry'

/** The page without a lookup is shared; a result is private and not indexed. */
export const handle = { sharedParams: ['drop', 'number', 'code'] } satisfies SharedHandle

/** The newest runs: beyond this many, a run is named instead of chosen from a list. */
const maxListed = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const query = new URL(request.url).searchParams
  const now = shop.now()
  const [{ drops: runs, pages }, { status, retryAfterSeconds, ...lookup }] = await Promise.all([
    findDropPage(shop.db, now, { filter: noFilter, wanted: 1, size: maxListed }),
    lookUp(shop, query, address),
  ])
  const isLookup = lookup.result !== null || status !== 200
  const headers: Record<string, string> = isLookup ? {} : sharedPage
  return data(
    {
      ...lookup,
      isLookup,
      runs,
      isAll: pages <= 1,
      publicUrl: shop.publicUrl,
    },
    {
      status,
      headers: { ...headers, ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }) },
    },
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, result } = loaderData
  const unit = result?.kind === 'unit' ? result : undefined
  return [
    ...pageHead({
      title: unit ? `${unit.name}, number ${unit.number} of ${unit.total}` : 'Certificate registry',
      description: pageWords.description,
      path: '/vault',
      publicUrl,
      picture: unit ? `/art/drops/${unit.slug}/share-${unit.number}.jpg` : sharePath('home'),
    }),
  ]
}

export default function Registry({ loaderData }: Route.ComponentProps) {
  const { runs, isAll, result, fieldErrors, submitted } = loaderData
  const mine = result?.kind === 'unit' ? { slug: result.slug, number: result.number } : undefined
  return (
    <>
      <JsonLd data={breadcrumbList(loaderData.publicUrl, [{ name: pageWords.title, path: '/vault' }])} />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          itemListElement: runs.map(({ slug, name }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name,
            url: `${loaderData.publicUrl}/drops/${slug}`,
          })),
        }}
      />
      <header className="pt-12 pb-10 lg:pt-16 lg:pb-12">
        <div className="wrap grid items-end gap-x-16 gap-y-8 lg:grid-cols-2">
          <div className="grid gap-6">
            <h1 className="h1 max-w-[12ch]">{pageWords.title}</h1>
            <p className="lead max-w-[50ch]">{pageWords.lead}</p>
          </div>
          <LookupForms runs={runs} isListed={isAll} errors={fieldErrors} submitted={submitted} />
        </div>
        <RegistryStrip runs={runs} isAll={isAll} mine={mine} />
      </header>
      {result && <LookupResultSection result={result} />}
      <CertificateFacts />
    </>
  )
}

type FormsProps = {
  runs: readonly RunView[]
  isListed: boolean
  errors: Readonly<Record<string, string[] | undefined>>
  submitted: { drop: string; number: string; code: string }
}

/** The two lookup forms. They use GET, so that a result can be reloaded, linked and reached without script. */
function LookupForms({ runs, isListed, errors, submitted }: FormsProps) {
  return (
    <div className="panel grid divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
      <form
        className="grid content-start gap-4 p-6 lg:content-between"
        method="get"
        action="/vault#result"
        aria-labelledby="ask-code"
        noValidate
      >
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
          defaultValue={submitted.code}
          error={errors.code}
        />
        <Button variant="primary" block>
          Check the code
        </Button>
      </form>
      <form
        className="grid content-start gap-4 p-6 lg:content-between"
        method="get"
        action="/vault#result"
        aria-labelledby="ask-number"
        noValidate
      >
        <h2 className="h3" id="ask-number">
          Look up a number
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)_104px] items-start gap-3">
          {isListed ? (
            <SelectField
              name="drop"
              label="Drop"
              defaultValue={submitted.drop || runs[0]?.slug || ''}
              options={runs.map(({ slug, name }) => ({ value: slug, label: name }))}
              error={errors.drop}
            />
          ) : (
            <TextField
              name="drop"
              label="Drop"
              placeholder="Name or №"
              autoComplete="off"
              maxLength={80}
              required
              defaultValue={submitted.drop}
              error={errors.drop}
            />
          )}
          <TextField
            name="number"
            label="Number"
            inputMode="numeric"
            autoComplete="off"
            required
            defaultValue={submitted.number}
            error={errors.number}
          />
        </div>
        <Button block>Check status</Button>
      </form>
    </div>
  )
}

function LookupResultSection({ result }: { result: LookupResult }) {
  if (result.kind === 'unit') return <UnitResult {...result} />
  if (result.kind === 'training') return <TrainingResult {...result} />
  const { title, text, after, plate } = describeResult(result)
  const isForged = result.kind === 'forged'
  return (
    <section
      className="section -scroll-mt-6 py-12 focus:outline-none"
      id="result"
      tabIndex={-1}
      aria-labelledby="answer"
      data-theme={'theme' in result ? result.theme : undefined}
    >
      <div className="wrap grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-16">
        <PhantomPlate text={plate} isStruckOut={isForged} />
        <div className="grid min-w-0 content-center justify-items-start gap-4" role="status">
          <h2 className="h1" id="answer">
            {title}
          </h2>
          {isForged && (
            <p className="max-w-full font-display text-lg leading-snug tracking-widest wrap-anywhere text-muted uppercase line-through">
              {result.typed}
            </p>
          )}
          <p className="lead">{text}</p>
          {after && <p className="max-w-lead text-sm text-muted">{after}</p>}
          {isForged && (
            <div className="btns">
              <ButtonLink to="/contact?subject=legal">Write to us</ButtonLink>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

type ResultText = { title: string; text: string; after?: string; plate: string }

function describeResult(result: Exclude<LookupResult, { kind: 'unit' | 'training' }>): ResultText {
  switch (result.kind) {
    case 'forged':
      return { ...resultWords.forged, plate: 'A???' }
    case 'no_such_number': {
      const { name, total, number } = result
      return {
        title: `There is no number ${number}`,
        text: resultWords.noSuchNumber(name, total),
        plate: `${number}/${total}`,
      }
    }
    case 'no_such_drop':
      return { title: 'Drop not found', text: resultWords.noSuchDrop, plate: '?' }
    case 'revoked':
      return {
        title: certificateWords.revoked.title,
        text: `${certificateWords.revoked.text} (${result.on})`,
        plate: '-',
      }
    case 'limited':
      return { title: 'Too many lookups', text: result.text, plate: '...' }
  }
}

function UnitResult(props: Extract<LookupResult, { kind: 'unit' }>) {
  const { slug, name, theme, dropNumber, total, number, launchDay, status, isCertified, square, art } = props
  const [, , width, height] = unitMapViews[theme].split(' ').map(Number)
  const { label, text } = unitStatusWords[status]
  return (
    <section
      className="section -scroll-mt-6 py-12 focus:outline-none"
      id="result"
      tabIndex={-1}
      aria-labelledby="answer"
      data-theme={theme}
    >
      <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid min-w-0 content-center justify-items-start gap-4 lg:col-start-2" role="status">
          {isCertified && <Badge kind="ok">{resultWords.genuine}</Badge>}
          <h2 className="h1" id="answer">
            Number {number} of {total}
          </h2>
          <p className="font-display text-xl tracking-wide text-accent">{label}</p>
          <p className="max-w-[52ch] text-muted">{text}</p>
          {isCertified && (
            <p className="text-sm text-muted">
              {hasOwner(status) ? resultWords.proves : resultWords.unowned}
            </p>
          )}
          <div className="mt-2 w-full">
            <DefinitionList
              items={[
                { term: 'Drop', value: `№ ${dropNumberText(dropNumber)}, ${name}` },
                ...(launchDay ? [{ term: status === 'to_come' ? 'Opens' : 'Opened', value: launchDay }] : []),
              ]}
            />
          </div>
          <div className="btns">
            <ButtonLink to={`/drops/${slug}`} size="sm">
              The drop
            </ButtonLink>
          </div>
          {square && <Square {...square} />}
        </div>
        <figure className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
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
        <div className="w-full max-w-[400px] lg:col-start-2">
          <DataPlate dropName={name} dropNumber={dropNumber} unitNumber={number} total={total} />
        </div>
      </div>
    </section>
  )
}

function TrainingResult({
  code,
  student,
  facts,
  issuedOn,
  square,
}: Extract<LookupResult, { kind: 'training' }>) {
  return (
    <section
      className="section -scroll-mt-6 py-12 focus:outline-none"
      id="result"
      tabIndex={-1}
      aria-labelledby="answer"
    >
      <div className="wrap grid gap-6" role="status">
        <div className="grid justify-items-start gap-4">
          <Badge kind="ok">{resultWords.genuine}</Badge>
          <h2 className="h1" id="answer">
            {certificateWords.title}
          </h2>
          <p className="lead">
            {certificateWords.valid.title}. {certificateWords.valid.text}
          </p>
        </div>
        <DefinitionList
          items={[
            { term: 'Student', value: student },
            { term: 'Course', value: facts.course },
            { term: 'Held on', value: formatCalendarDate(facts.heldOn) },
            { term: 'Length', value: countOf(facts.hours, 'hour') },
            { term: 'Place', value: facts.place },
            { term: 'Instructor', value: facts.instructor },
            {
              term: 'License',
              value: facts.licenses.map(({ name, number }) => `${name}, no. ${number}`).join('; '),
            },
            { term: 'Issued', value: issuedOn },
            { term: 'Code', value: <span className="numeral">{code}</span> },
          ]}
        />
        <p>{attendedWords(facts)}</p>
        <p className="text-sm text-muted">{acceptedBy}</p>
        <Square {...square} />
      </div>
    </section>
  )
}

/** The address of this answer to scan: dark on light in every theme and in print. */
function Square({ path, size }: { path: string; size: number }) {
  return (
    <figure className="grid gap-2">
      <svg
        className="w-32 bg-white"
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

const [plateWidth, plateHeight] = [420, 268]

function PhantomPlate({ text, isStruckOut = false }: { text: string; isStruckOut?: boolean }) {
  const fitted = fitLettering(text, { height: 88, tracking: 0.03 }, plateWidth - 92)
  const path = letteringPath(text, {
    ...fitted,
    x: plateWidth / 2,
    y: plateHeight / 2 + fitted.height / 2,
    anchor: 'middle',
  })
  return (
    <svg
      className="fill-none stroke-control stroke-[1.25px] [stroke-dasharray:9_5_2_5] [&_path]:stroke-faint [&_path]:stroke-[2px] [&_path]:[stroke-linecap:round] [&_path]:[stroke-dasharray:5_6] [&_.registry-strike]:stroke-stop [&_.registry-strike]:stroke-[2.5px] [&_.registry-strike]:[stroke-dasharray:none] w-full max-w-[520px]"
      viewBox={`0 0 ${plateWidth} ${plateHeight}`}
      aria-hidden
    >
      <rect x="1" y="1" width={plateWidth - 2} height={plateHeight - 2} rx="7" />
      <rect x="9.5" y="9.5" width={plateWidth - 19} height={plateHeight - 19} rx="3" />
      {[24, plateWidth - 24].flatMap((x) =>
        [24, plateHeight - 24].map((y) => <circle key={`${x} ${y}`} cx={x} cy={y} r="5.5" />),
      )}
      <path d={path} />
      {isStruckOut && (
        <path className="registry-strike" d={`M46 ${plateHeight - 62}L${plateWidth - 46} 62`} />
      )}
    </svg>
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

function CertificateFacts() {
  return (
    <Section title="What a certificate is worth">
      <div className="grid gap-x-6 gap-y-8 lg:grid-cols-3">
        {facts.map(({ title, text }) => (
          <div key={title}>
            <h3 className="h3">{title}</h3>
            <p className="mt-3 max-w-[46ch] text-muted">{text}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}
