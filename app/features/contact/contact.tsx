import BookOpen from 'lucide-react/icons/book-open'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'
import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, readForm, type SubmittedFields } from '#app/http/form.ts'
import {
  humanProof,
  isTooFast,
  madeAtField,
  proofSubject,
  trapField,
  verifySender,
} from '#app/http/proofs.ts'
import { consumeAll, reportSender } from '#app/http/limits.server.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { formatCount, oneLine } from '#app/kit/text.ts'
import { emailAddress } from '#app/kit/fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/section.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { findClaims } from '../claims/store.server.ts'
import {
  isSubject,
  type OpeningHours,
  openState,
  openWords,
  parseHours,
  subjects,
  subjectWords,
} from './rules.ts'
import { findMessage, receiveMessage } from './store.server.ts'
import type { Route } from './+types/contact'

const path = '/contact'
const writePath = `${path}#write`

const max = { name: 80, message: 4_000 } as const

const longName = `Keep the name under ${max.name} characters`

const name = z.string().overwrite(oneLine).pipe(z.string().max(max.name, longName))

const input = z.object({
  formKey: z.string().min(16).max(64),
  firstName: name.pipe(z.string().min(1, 'Enter your first name')),
  lastName: name.optional().default(''),
  email: emailAddress({
    missing: 'Enter your email, so that we can answer',
    wrong: 'Enter an address with a domain, like name@example.com',
    long: 'This address is too long',
  }),
  subject: z.enum(subjects, 'Choose what it is about'),
  message: z
    .string()
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Write your message')
        .max(max.message, `Keep the message under ${formatCount(max.message)} characters`),
    ),
})

const keys = ['support.email', 'support.phone', 'support.postal', 'support.hours', 'support.legal'] as const

/** `?subject=` chooses what a message is about, `?item=` begins one that asks for a quote; the sender may change both. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const query = new URL(request.url).searchParams
  const code = query.get('received') ?? ''
  const isOurs = /^[0-9A-Z]{8}$/.test(code) && (await findMessage(shop.db, code)) !== undefined
  const [subject, item] = [query.get('subject'), query.get('item')?.slice(0, 160)]
  const claims = await findClaims(shop.db, keys, now, shop.timeZone)
  const hours = claims['support.hours']
  return {
    formKey: secretToken(),
    madeAt: now.toISOString(),
    received: isOurs ? code : null,
    publicUrl: shop.publicUrl,
    now,
    begun: item
      ? { subject: 'orders', message: `I would like a quote for: ${item}\n\n` }
      : { ...(isSubject(subject) && { subject }) },
    hours: hours && parseHours(hours.figure, shop.timeZone),
    reach: {
      email: claims['support.email']?.figure,
      phone: claims['support.phone']?.figure,
      postal: claims['support.postal']?.text,
      hours,
      legal: claims['support.legal']?.figure,
    },
  }
}

/** Bots get the usual answer. What was stored is answered by a page that can be reloaded. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const parsed = parseForm(input, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)

  const { given } = parsed
  const { email } = parsed.value
  const from = verifySender(form, proofSubject('contact', email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, from)
  if (from === 'trapped') return redirect(path, { status: 303 })
  if (from === 'unproven' && isTooFast(form, shop.now()))
    return formError(
      409,
      { form: ['That was a little too fast. Please wait a moment and send it again.'] },
      given,
    )
  const verdict = await consumeAll(shop.limits, [
    ['message', address],
    ['mailTo', email],
  ])
  if (!verdict.ok) return formError(429, { form: [tooManyWords(verdict.retryAfterSeconds)] }, given)

  const id = await transact(shop, (work) => receiveMessage(work, parsed.value))
  return redirect(`${path}?received=${id}#write`, { status: 303 })
}

/** Every rendering of the form has a new key. */
export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: siteTitle('Contact') },
    {
      name: 'description',
      content: `Write to ${brand}: technical and legal questions, orders, shipping and quotes. Support hours and address.`,
    },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.publicUrl}${path}` },
  ]
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { formKey, madeAt, received, begun, now, hours, reach } = loaderData
  return (
    <>
      <header className="wrap grid gap-6 pt-section pb-12">
        <h1 className="h1">Contact</h1>
        <p className="lead">
          Tell us what you have, what you want and which state you live in, and we’ll get it right the first
          time.
        </p>
        {hours && <SupportStatus hours={hours} now={now} />}
      </header>
      <div className="wrap grid gap-12 pb-section lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-16">
        {received ? (
          <Received code={received} />
        ) : (
          <MessageForm
            formKey={formKey}
            madeAt={madeAt}
            given={{ ...begun, ...actionData?.given }}
            errors={actionData?.fieldErrors ?? {}}
          />
        )}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
          <ReachList reach={reach} />
          <LegalLine {...reach} />
        </div>
      </div>
      <HelpCards hours={reach.hours?.figure} />
    </>
  )
}

type FormProps = {
  /** Names this rendering of the form: sent twice, it is one message. */
  formKey: string
  /** When the server first rendered it. A refused form keeps that time, because its writer has already waited. */
  madeAt: string
  given: SubmittedFields
  errors: FieldErrors
}

const pair = 'grid gap-6 sm:grid-cols-2'

function MessageForm({ formKey, madeAt, given, errors }: FormProps) {
  const field = fieldsOf({ given, errors })
  return (
    <Form
      method="post"
      action={path}
      noValidate
      {...humanProof('contact')}
      data-draft={path}
      id="write"
      className="panel p-panel grid min-w-0 scroll-mt-24 gap-6"
      aria-label="Send a message"
    >
      {/* Browsers bring typed values back after a reload; an old key must not come back with them. */}
      <input type="hidden" name="formKey" value={formKey} autoComplete="off" />
      <input
        type="hidden"
        name={madeAtField}
        value={typedIn(given, madeAtField) || madeAt}
        autoComplete="off"
      />
      <TrapField name={trapField} />
      <ErrorSummary errors={errors} ids={{ form: 'write' }} />
      <div className={pair}>
        <TextField
          {...field('firstName')}
          label="First name"
          autoComplete="given-name"
          required
          maxLength={max.name}
        />
        <TextField
          {...field('lastName')}
          label={
            <>
              Last name <span>(optional)</span>
            </>
          }
          autoComplete="family-name"
          maxLength={max.name}
        />
      </div>
      <div className={pair}>
        <EmailField {...field('email')} />
        <SelectField
          {...field('subject')}
          label="Subject"
          required
          placeholder="Choose one"
          options={subjects.map((value) => ({ value, label: subjectWords[value] }))}
        />
      </div>
      <TextAreaField
        {...field('message')}
        label="Message"
        className="[&_textarea]:min-h-[11.5rem]"
        rows={7}
        required
        maxLength={max.message}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button variant="primary" className="max-lg:w-full" busyLabel="Sending...">
          Send Message
        </Button>
        <p className="flex-[1_1_24ch] text-sm text-faint">
          We use your details to answer you and delete them after two years.
        </p>
      </div>
    </Form>
  )
}

function Received({ code }: { code: string }) {
  return (
    <div
      id="write"
      role="status"
      tabIndex={-1}
      data-draft-done={path}
      className="panel p-panel grid scroll-mt-24 content-center gap-4 focus:outline-none lg:min-h-[420px]"
    >
      <h2 className="h2">We got your message</h2>
      <p className="numeral text-h1 font-hairline text-accent">{code}</p>
      <p className="lead">
        We’ve emailed you this reference number. We reply within 24 hours on business days.
      </p>
      <div className="btns">
        <ButtonLink href={path}>Write Another</ButtonLink>
      </div>
    </div>
  )
}

function SupportStatus({ hours, now }: { hours: OpeningHours; now: Date }) {
  const state = openState(hours, now)
  if (!state) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted" role="status">
      <Badge kind={state.isOpen ? 'ok' : 'archived'}>{state.isOpen ? 'Open now' : 'Closed now'}</Badge>
      <span>{openWords(hours, state, now)}</span>
    </p>
  )
}

function LegalLine({ email, legal }: Pick<Reach, 'email' | 'legal'>) {
  if (!legal) return null
  return (
    <aside
      className="grid gap-3 rounded-plate border border-hairline bg-sheet p-6 text-muted"
      aria-labelledby="legal"
    >
      <h2 className="h3 flex items-center gap-2 text-ink" id="legal">
        <CircleAlert className="text-stop" aria-hidden />
        Legal emergency line
      </h2>
      <p>
        A lost or stolen firearm of ours, a court order, a law enforcement inquiry: call this number. In
        writing, choose Legal and start your message with URGENT so we open it first.
      </p>
      <p>
        <a className="link text-xl" href={telOf(legal)}>
          {legal}
        </a>
      </p>
      <div className="btns mt-1">
        <ButtonLink href="/contact?subject=legal#write" size="sm" className="max-lg:w-full">
          Write to Legal
        </ButtonLink>
      </div>
      {email && (
        <p className="text-sm">
          Or by email:{' '}
          <a className="link" href={`mailto:${email}?subject=URGENT`}>
            {email}
          </a>
        </p>
      )}
    </aside>
  )
}

function HelpCards({ hours }: { hours: string | undefined }) {
  return (
    <Section title="Other ways to get help">
      <div className="grid divide-hairline border-y border-hairline max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        {helps.map(({ Icon, title, text, call, to }) => (
          <article key={to} className="flex flex-col items-start gap-3 py-8 text-muted lg:px-8 lg:first:pl-0">
            <span className="mb-2 text-accent *:size-7 *:stroke-1">
              <Icon />
            </span>
            <h3 className="h3 text-ink">{title}</h3>
            <p>{text}</p>
            {hours && to === writePath && <p className="mb-4 text-sm text-faint">{hours}</p>}
            <ButtonLink href={to} className="mt-auto max-lg:w-full">
              {call}
            </ButtonLink>
          </article>
        ))}
      </div>
    </Section>
  )
}

const helps = [
  {
    Icon: MessagesSquare,
    title: 'Write to us',
    text: 'Staff read messages as they come in and reply by email.',
    call: 'Start with a Message',
    to: writePath,
  },
  {
    Icon: CircleQuestionMark,
    title: 'FAQ',
    text: 'Legality, travel, wait times, braces and tools, each with the date we last checked it.',
    call: 'View FAQ',
    to: '/faq',
  },
  {
    Icon: BookOpen,
    title: 'Learning Center',
    text: 'What a short-barreled rifle is, how the forms work, trust or individual.',
    call: 'Start Learning',
    to: '/learn',
  },
]

type Reach = Route.ComponentProps['loaderData']['reach']

function ReachList({ reach: { email, phone, postal, hours } }: { reach: Reach }) {
  return (
    <aside aria-labelledby="reach">
      <h2 className="h3 mb-6" id="reach">
        Reach us
      </h2>
      <dl className="divide-y divide-hairline border-y border-hairline">
        {email && (
          <Line term="Email">
            <a className={reachLink} href={`mailto:${email}`}>
              {email}
            </a>
          </Line>
        )}
        {phone && (
          <Line term="Phone">
            <a className={reachLink} href={telOf(phone)}>
              {phone}
            </a>
          </Line>
        )}
        {postal && (
          <Line term="Mail">
            <address className="text-lg not-italic">{postal}</address>
          </Line>
        )}
        {hours && (
          <Line term="Support hours">
            <ul className="text-lg">
              {hours.figure.split(/,\s*/).map((span) => (
                <li key={span}>{span}</li>
              ))}
            </ul>
            <p className="text-sm text-muted">{restOf(hours)}</p>
          </Line>
        )}
      </dl>
    </aside>
  )
}

const reachLink = 'link py-0.5 text-lg max-md:inline-flex max-md:min-h-11 max-md:items-center'

function telOf(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="py-4">
      <dt className="mb-1.5 text-sm text-faint">{term}</dt>
      <dd className="grid justify-items-start gap-2 wrap-anywhere">{children}</dd>
    </div>
  )
}

function restOf({ text, figure }: { text: string; figure: string }): string {
  const rest = text.startsWith(figure) ? text.slice(figure.length).replace(/^[,.\s]+/, '') : text
  return rest || text
}
