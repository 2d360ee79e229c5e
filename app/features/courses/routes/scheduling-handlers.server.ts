import { data, type HeadersArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { secretToken } from '#app/kit/ids.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { parseScheduling, schedulingPathOf, schedulingUrl } from '../rules/addresses.ts'
import { schedulingInput } from '../input.ts'
import { refundableUntil } from '../rules.ts'
import { listCourses, listSessions } from '../store/sessions.server.ts'
import { toSessionView } from '../words.ts'
import { isSeatRefusal, refundWords, seatRefusalWords } from '../words/registration.ts'
import { findHeldSeats } from './held-seat.server.ts'

/** Every rendering has its own idempotency key, so the page is never cached. */
const uncached = { 'Cache-Control': 'private, no-store' }

/** Refusals that the page itself shows of a date. A date that is canceled or gone is no longer on it. */
const shownOnPage = new Set<string>(['session_full', 'session_all_held', 'session_closed'])

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** Loads step two of the registration, at either of its URLs. */
export async function loadScheduling({ context, request }: RouteArgs) {
  const path = schedulingPathOf(new URL(request.url).pathname)
  const { db, now, timeZone: zone, schedulingWidgetUrl: widgetUrl, publicUrl } = context.get(shopContext)
  const moment = now()
  const [courses, sessions] = await Promise.all([listCourses(db, moment), listSessions(db, moment)])
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
    { headers: uncached },
  )
}

/** Holds a seat on the selected date and redirects to its payment. */
export async function startRegistration({ context, request }: RouteArgs) {
  const path = schedulingPathOf(new URL(request.url).pathname)
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
    return redirect(
      schedulingUrl(path, {
        course: query.get('course'),
        view: query.get('view') === 'calendar' ? 'calendar' : 'list',
        session,
      }),
      303,
    )
  }
  return refuse(409, seatRefusalWords[held.why])
}

/** The page's headers, with those of a refusal that asks for more proof of work. */
export function schedulingHeaders({ actionHeaders }: HeadersArgs) {
  const wanted = actionHeaders.get(siteHeaders.needsProof)
  return { ...uncached, ...(wanted && { [siteHeaders.needsProof]: wanted }) }
}

function refuse(
  status: 409 | 422,
  refusal: { title: string; text: string },
  headers: Record<string, string> = {},
) {
  return data({ refusal }, { status, headers: { ...uncached, ...headers } })
}
