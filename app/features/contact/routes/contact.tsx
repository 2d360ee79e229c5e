import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { findClaims } from '../../claims/store.server.ts'
import { messageInput } from '../input.ts'
import { isSubject, parseHours, type OpeningHours, type Subject, openState, wallClock } from '../rules.ts'
import { receiveMessage } from '../store.server.ts'
import { contactWords, openWords } from '../words.ts'
import type { Route } from './+types/contact'
import { formOf, receiveForm, uncached } from './receive.server.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { MessageForm } from '../components/message-form.tsx'
import { Received } from '../components/received.tsx'
import { Badge } from '#app/ui/badge.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { ButtonLink } from '#app/ui/button.tsx'
import { SectionHead } from '#app/ui/section.tsx'
import BookOpen from 'lucide-react/icons/book-open'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'
import type { ClaimView } from '../../claims/rules.ts'

const path = '/contact'
const keys = ['support.email', 'support.phone', 'support.postal', 'support.hours', 'support.legal'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const claims = await findClaims(shop.db, keys, now, shop.timeZone)
  const subject = new URL(request.url).searchParams.get('subject')
  const hours = claims['support.hours']
  return {
    ...(await formOf(shop, request)),
    publicUrl: shop.publicUrl,
    now,
    subject: isSubject(subject) ? subject : null,
    hours: hours ? (parseHours(hours.figure, shop.timeZone) ?? null) : null,
    reach: {
      email: claims['support.email']?.figure ?? null,
      phone: claims['support.phone']?.figure ?? null,
      postal: claims['support.postal']?.text ?? null,
      hours: hours ?? null,
      legal: claims['support.legal']?.figure ?? null,
    },
  }
}

export function action(args: Route.ActionArgs) {
  return receiveForm(args, { schema: messageInput, path, keep: receiveMessage })
}

export const headers = () => uncached

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: siteTitle(contactWords.title) },
    { name: 'description', content: contactWords.description },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.publicUrl}${path}` },
  ]
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return <ContactPage {...loaderData} submission={actionData} />
}

type Props = {
  formKey: string
  madeAt: string
  received: string | null
  subject: Subject | null
  now: Date
  /** Null while the stated hours cannot be read by a program: the page then says nothing about now. */
  hours: OpeningHours | null
  reach: Reach
  submission: { fieldErrors: FieldErrors; given: SubmittedFields } | undefined
}

function ContactPage({ formKey, madeAt, received, subject, now, hours, reach, submission }: Props) {
  return (
    <>
      <header className="wrap grid items-end gap-x-16 gap-y-12 pt-section pb-12 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-6">
          <h1 className="h1 text-title font-hairline">{contactWords.title}</h1>
          <p className="lead">{contactWords.lead}</p>
          {hours && <SupportStatus hours={hours} now={now} />}
        </div>
        {hours && <SupportWeek hours={hours} now={now} />}
      </header>
      <div className="wrap grid gap-12 pb-section lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-16">
        {received ? (
          <Received code={received} path="/contact" />
        ) : (
          <MessageForm
            formKey={formKey}
            madeAt={madeAt}
            kind="message"
            path="/contact"
            given={{ ...(subject && { subject }), ...submission?.given }}
            errors={submission?.fieldErrors ?? {}}
          />
        )}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
          <ReachList reach={reach} />
          <LegalLine {...reach} />
        </div>
      </div>
      <HelpCards hours={reach.hours?.figure ?? null} />
    </>
  )
}

function SupportStatus({ hours, now }: { hours: OpeningHours; now: Date }) {
  const state = openState(hours, now)
  if (!state) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted" role="status">
      <Badge kind={state.isOpen ? 'ok' : 'archived'}>
        {state.isOpen ? contactWords.open : contactWords.closed}
      </Badge>
      <span>{openWords(hours, state, now)}</span>
    </p>
  )
}

function LegalLine({ email, legal }: Pick<Reach, 'email' | 'legal'>) {
  const { title, text, call } = contactWords.legal
  if (!legal) return null
  return (
    <aside
      className="grid gap-3 rounded-plate border border-hairline bg-sheet p-6 text-muted"
      aria-label={title}
    >
      <h2 className="h3 flex items-center gap-2 text-ink">
        <CircleAlert className="text-stop" aria-hidden />
        {title}
      </h2>
      <p>{text}</p>
      <p>
        <a className="link text-xl" href={telOf(legal)}>
          {legal}
        </a>
      </p>
      <div className="btns mt-1">
        <ButtonLink to="/contact?subject=legal#write" size="sm" className="max-lg:w-full">
          {call}
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

function HelpCards({ hours }: { hours: string | null }) {
  const { help } = contactWords
  return (
    <section className="section" aria-labelledby="help">
      <div className="wrap">
        <SectionHead title={help.title} id="help" />
        <div className="grid divide-hairline border-y border-hairline max-lg:divide-y lg:grid-cols-3 lg:divide-x">
          <Help icon={<MessagesSquare />} {...help.chat} to="#write">
            {hours && <p className="mb-4 text-sm text-faint">{hours}</p>}
          </Help>
          <Help icon={<CircleQuestionMark />} {...help.faq} to="/faq" />
          <Help icon={<BookOpen />} {...help.learn} to="/learn" />
        </div>
      </div>
    </section>
  )
}

type HelpProps = {
  icon: ReactNode
  title: string
  text: string
  call: string
  to: string
  children?: ReactNode
}

function Help({ icon, title, text, call, to, children }: HelpProps) {
  return (
    <article className="flex flex-col items-start gap-3 py-8 text-muted lg:px-8 lg:first:pl-0">
      <span className="mb-2 text-accent *:size-7 *:stroke-1">{icon}</span>
      <h3 className="h3 text-ink">{title}</h3>
      <p>{text}</p>
      {children}
      <ButtonLink to={to} className="mt-auto max-lg:w-full">
        {call}
      </ButtonLink>
    </article>
  )
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const fromMonday = [1, 2, 3, 4, 5, 6, 0]
const halfHours = 48
const step = 10
const open = 26
const closed = 6
const height = 34

const hourLabel = 'font-display text-xs leading-none tracking-wider'

function SupportWeek({ hours, now }: { hours: OpeningHours; now: Date }) {
  const clock = wallClock(hours.zone, now)
  return (
    <figure className="grid gap-1.5" aria-hidden>
      {fromMonday.map((weekday) => {
        const span = hours.days[weekday]
        const isOpen = (index: number) => !!span && index * 30 >= span.from && index * 30 < span.to
        const isToday = weekday === clock.weekday
        return (
          <div key={weekday} className="grid grid-cols-[44px_1fr] items-end">
            <span className={isToday ? `${hourLabel} text-accent` : `${hourLabel} text-faint`}>
              {days[weekday]}
            </span>
            <svg
              className="h-[30px] w-full overflow-visible border-b border-hairline"
              viewBox={`0 0 ${halfHours * step} ${height}`}
              preserveAspectRatio="none"
            >
              <path className="pen stroke-control" d={barsPath((index) => !isOpen(index), closed)} />
              <path
                className={isToday ? 'pen stroke-accent stroke-2' : 'pen stroke-ink stroke-[1.5]'}
                d={barsPath(isOpen, open)}
              />
              {isToday && (
                <path className="pen stroke-ok stroke-2" d={`M${(clock.minutes / 30) * step} 0V${height}`} />
              )}
            </svg>
          </div>
        )
      })}
      <div className="mt-1 ml-11 grid grid-cols-4">
        {['12 AM', '6 AM', 'Noon', '6 PM'].map((hour) => (
          <span key={hour} className={`${hourLabel} text-faint`}>
            {hour}
          </span>
        ))}
      </div>
      <figcaption className="ml-11 text-sm text-faint">
        One bar per half hour{hours.zoneName && `, ${hours.zoneName}`}
      </figcaption>
    </figure>
  )
}

function barsPath(isIncluded: (index: number) => boolean, barHeight: number): string {
  return Array.from({ length: halfHours }, (_, index) =>
    isIncluded(index) ? `M${index * step + step / 2} ${height}v${-barHeight}` : '',
  ).join('')
}

type Reach = {
  email: string | null
  phone: string | null
  postal: string | null
  hours: Pick<ClaimView, 'text' | 'figure' | 'source' | 'reviewedOn'> | null
  legal: string | null
}

function ReachList({ reach: { email, phone, postal, hours } }: { reach: Reach }) {
  const { reach } = contactWords
  return (
    <aside aria-label={reach.title}>
      <h2 className="h3 mb-6">{reach.title}</h2>
      <dl className="divide-y divide-hairline border-y border-hairline">
        {email && (
          <Line term={reach.email}>
            <a
              className="link py-0.5 text-lg max-md:inline-flex max-md:min-h-11 max-md:items-center"
              href={`mailto:${email}`}
            >
              {email}
            </a>
          </Line>
        )}
        {phone && (
          <Line term={reach.phone}>
            <a
              className="link py-0.5 text-lg max-md:inline-flex max-md:min-h-11 max-md:items-center"
              href={telOf(phone)}
            >
              {phone}
            </a>
          </Line>
        )}
        {postal && (
          <Line term={reach.postal}>
            <address className="text-lg not-italic">{postal}</address>
          </Line>
        )}
        {hours && (
          <Line term={reach.hours}>
            <HoursInLines text={hours.figure} />
            <p className="text-sm text-muted">{restOf(hours)}</p>
          </Line>
        )}
      </dl>
    </aside>
  )
}

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

function HoursInLines({ text }: { text: string }) {
  return (
    <ul className="text-lg">
      {text.split(/,\s*/).map((span) => (
        <li key={span}>{span}</li>
      ))}
    </ul>
  )
}

function restOf({ text, figure }: { text: string; figure: string }): string {
  const rest = text.startsWith(figure) ? text.slice(figure.length).replace(/^[,.\s]+/, '') : text
  return rest || text
}
