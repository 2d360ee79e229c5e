import { pageMeta, sharePath } from '#app/http/page-head.ts'
import { toSessionView, isSeatRefusal, refundWords, seatRefusalWords, seatsWords } from '../words.ts'
import type { Route } from './+types/scheduling'
import { data, redirect, Form } from 'react-router'
import { shopContext, type Shop } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { heldProof, holdProofField } from '#app/http/proofs.ts'
import { secretToken } from '#app/kit/ids.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { findOwnOrder } from '#app/features/orders/store/read.server.ts'
import {
  parseScheduling,
  schedulingUrl,
  refundableUntil,
  type ScheduleFilter,
  seatsTopic,
  isWidgetScript,
  widgetFrame,
  balanceCents,
  sessionState,
} from '../rules.ts'
import { listCourses, listSessions } from '../store/sessions.server.ts'
import { listOrderTokens } from '#app/features/orders/access.server.ts'
import { holdMs, mayPay } from '#app/features/orders/rules.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { courseSeat } from '../store/seats.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Schedule, SessionChoice, WizardProgress, liveSeats } from '../sessions.tsx'
import { formatCents } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'

export const meta = pageMeta(({ path }: { path: string; publicUrl: string }) => ({
  title: 'Choose your date',
  path,
  description:
    'Upcoming pistol and concealed-carry classes in Miami with open seats. Choose a date, and we hold your seat while you pay the deposit.',
  picture: sharePath('courses'),
}))

/** Refusals that the page itself shows of a date. A date that is canceled or gone is no longer on it. */
const shownOnPage = new Set<string>(['session_full', 'session_all_held', 'session_closed'])

export async function loader({ context, request }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname
  const { db, now, timeZone: zone, schedulingWidgetUrl: widgetUrl, publicUrl } = context.get(shopContext)
  const moment = now()
  const [courses, sessions] = await Promise.all([listCourses(db), listSessions(db, moment)])
  const filter = parseScheduling(new URL(request.url).searchParams, courses, sessions)
  const known = courses.map(({ slug, name }) => ({ slug, name }))
  return data(
    {
      path,
      filter,
      courses: known,
      sessions: sessions.map((session) => ({
        ...toSessionView(session, zone, moment),
        refund: refundWords(refundableUntil(session.startsAt), moment, zone),
      })),
      startKey: secretToken(),
      widgetUrl,
      now: moment,
      publicUrl,
    },
    // Every rendering has its own idempotency key, so the page is never cached.
    { headers: { 'Cache-Control': 'private, no-store' } },
  )
}

export async function action({ context, request }: Route.ActionArgs) {
  const path = new URL(request.url).pathname
  const shop = context.get(shopContext)
  const submitted = await readForm(request)
  const form = parseForm(schedulingInput, submitted)
  if (!form.ok)
    return refuse(422, form.fieldErrors.session ? seatRefusalWords.none_chosen : seatRefusalWords.key_reused)
  const { session, key } = form.value

  const { same, others } = await findHeldSeats(shop, request, session)
  if (same) return redirect(`/checkout/${same}`, 303)

  const held = await holdFor(
    { context, request },
    {
      what: 'seat',
      key,
      proof: submitted.get(holdProofField),
      lines: [{ kind: 'course_seat', ref: { session, zone: shop.timeZone } }],
      instead: others,
    },
  )
  if (held.ok) return held.response
  if (held.limited) return refuse(409, held.limited, held.headers)
  if (!isSeatRefusal(held.why)) throw new Error(`There are no words for the refusal ${held.why}`)
  // A reload would send the form again, so redirect to the page that shows the same refusal.
  if (shownOnPage.has(held.why)) {
    const query = new URL(request.url).searchParams
    return redirect(schedulingUrl(path, { course: query.get('course'), session }), 303)
  }
  return refuse(409, seatRefusalWords[held.why])
}

type Words = { title: string; text: string }

function refuse(status: 409 | 422, refusal: Words, headers: Record<string, string> = {}) {
  return data({ refusal }, { status, headers })
}

/** `same` holds this session already; `others` hold only seats of other sessions, oldest first, and are canceled once the new one is held. */
export async function findHeldSeats(
  shop: Pick<Shop, 'db' | 'now' | 'sign'>,
  request: Request,
  session: string,
): Promise<{ same: string | undefined; others: string[] }> {
  let same: string | undefined
  const others: string[] = []
  for (const { orderId, token } of listOrderTokens(request)) {
    const order = await findOwnOrder(shop, orderId, token)
    if (!order || !mayPay(order, shop.now()).ok) continue
    const seats = order.lines.filter(({ kind }) => kind === 'course_seat')
    if (seats.some(({ ref }) => tryParse(courseSeat.parseRef, ref)?.session === session)) same = orderId
    else if (seats.length > 0 && seats.length === order.lines.length && !isOffer(order, shop.now()))
      others.push(orderId)
  }
  return { same, others }
}

/** A seat offered from the waitlist stays held while its student looks at other dates. */
function isOffer({ expiresAt }: { expiresAt: Date }, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > holdMs
}

export default function Scheduling({ loaderData, actionData }: Route.ComponentProps) {
  const { path, filter, courses, sessions, startKey, widgetUrl, now } = loaderData
  const selected = filter.session
  const to = (schedule: ScheduleFilter) => schedulingUrl(path, { ...filter, ...schedule })
  const choice = { form, selected, now }
  return (
    <>
      <header>
        <div className="wrap grid gap-4 pt-8 pb-6 max-lg:pt-6 max-lg:pb-4">
          <WizardProgress current={1} />
          <h1 className="h1 mt-4">Choose your date</h1>
          <p className="lead">Classes are small. Your seat is held while you pay.</p>
        </div>
      </header>
      {widgetUrl && <SchedulingWidget url={widgetUrl} />}
      <div
        data-live={seatsTopic}
        className="wrap grid grid-cols-[minmax(0,1fr)_minmax(300px,372px)] items-start gap-x-12 gap-y-8 pb-24 max-xl:grid-cols-1 [&_.tabs>a+a]:px-3"
      >
        <section aria-label="Dates">
          <Schedule filter={filter} courses={courses} sessions={sessions} to={to}>
            {(shown) => <SessionChoice sessions={shown} label="Dates" {...choice} />}
          </Schedule>
        </section>
        <SelectedSession
          id={form}
          startKey={startKey}
          now={now}
          refusal={actionData?.refusal}
          action={to(filter)}
          session={sessions.find(({ id }) => id === selected)}
        />
      </div>
    </>
  )
}

const form = 'registration'

/** In pixels (specification, section 7). */
const widgetHeight = 600

function SchedulingWidget({ url }: { url: string }) {
  // A calendar on its own site needs its storage to sign people in; a script has no site.
  const own = isWidgetScript(url) ? '' : ' allow-same-origin'
  return (
    <section className="wrap grid gap-3 pb-8" aria-label="Scheduling calendar">
      <p className="text-sm text-muted">
        Pick a time in the calendar, then select the same date below to hold your seat.
      </p>
      <iframe
        className="w-full rounded-plate bg-[#fff] border border-hairline"
        src={widgetFrame(url)}
        title="Scheduling calendar"
        height={widgetHeight}
        loading="lazy"
        sandbox={`allow-scripts allow-forms allow-popups${own}`}
      />
    </section>
  )
}

type SelectedSessionProps = {
  id: string
  action: string
  startKey: string
  session: Route.ComponentProps['loaderData']['sessions'][number] | undefined
  refusal: Words | undefined
  now: Date
}

const panel =
  'grid gap-4 rounded-plate border border-hairline bg-sheet p-6 max-lg:sticky max-lg:bottom-0 max-lg:z-4 max-lg:-mx-gutter max-lg:gap-3 max-lg:rounded-none max-lg:border-x-0 max-lg:border-b-0 max-lg:px-gutter max-lg:py-3 short:static xl:sticky xl:top-[88px]'

function SelectedSession({ id, action, startKey, session, refusal, now }: SelectedSessionProps) {
  const state = session ? sessionState(session, now) : 'open'
  const gone = state === 'open' ? undefined : seatRefusalWords[`session_${state}`]
  const trouble = refusal ?? gone
  const deposit = formatCents(session?.course.depositCents ?? 0)
  const balance = session && formatCents(balanceCents(session.course))
  return (
    <Form
      method="post"
      action={action}
      id={id}
      className={panel}
      aria-label="Selected date"
      noValidate
      data-pick=""
      data-foot-bar="tall"
      {...heldProof('seat')}
    >
      {/* Off, because browsers restore typed values on reload and an old key must not come back. */}
      <input type="hidden" name="key" value={startKey} autoComplete="off" />
      <div role="alert" className="empty:hidden">
        {trouble && <RefusalNotice {...trouble} />}
      </div>
      {session && (
        <>
          <input type="hidden" name="kind" value="course_seat" />
          <input type="hidden" name="id" value={session.id} autoComplete="off" data-picked="" />
        </>
      )}
      {session ? (
        <div className="grid gap-2 max-lg:gap-0.5">
          <p className="h4">{session.course.name}</p>
          <p>{session.when.full}</p>
          <p className="text-sm text-muted max-lg:hidden">
            {session.place}.{' '}
            <span {...liveSeats(session)}>
              <span data-seats-left>{seatsWords(session.seats)}</span>
            </span>
            .
          </p>
          <div className="mt-2 grid gap-3 max-lg:mt-0 max-lg:gap-0.5">
            <div className="max-lg:sr-only">
              <DefinitionList
                items={[
                  { term: 'Deposit now', value: deposit },
                  { term: 'On the day, cash or card', value: balance },
                ]}
              />
            </div>
            <p className="lg:hidden" aria-hidden>
              {deposit} now, {balance} on the day
            </p>
            <p className="text-sm text-muted">{session.refund}</p>
          </div>
        </div>
      ) : (
        <p className="text-sm text-muted">Select a date, then continue.</p>
      )}
      <Button variant="primary" block>
        Continue with Selected Date
      </Button>
      {session && !gone && (
        <Button formAction="/cart/lines" variant="text" size="sm">
          Add to Cart
        </Button>
      )}
    </Form>
  )
}

const schedulingInput = z.object({
  session: z.uuid({ error: 'Choose a date first.' }),
  key: startKey,
})
