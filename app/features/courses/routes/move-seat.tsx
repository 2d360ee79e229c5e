import { data, redirect, Form } from 'react-router'
import { z } from 'zod'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { mayReschedule, sessionState, seatsTopic } from '../rules.ts'
import { rescheduleSeat } from '../store/changes.server.ts'
import { listSessions } from '../store/sessions.server.ts'
import { formatSession, toSessionView } from '../words.ts'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import type { Route } from './+types/move-seat'
import { changeOwnSeat, requireOwnSeat } from './own-seat.server.ts'
import { Button } from '#app/ui/button.tsx'
import { SessionChoice } from '../sessions.tsx'

export const meta = () => [{ title: siteTitle('Another date') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const now = shop.now()
  const { orderId, timeline, session } = await requireOwnSeat(args)
  if (!mayReschedule(timeline, now).ok) throw redirect(`/orders/${orderId}/seat`)
  const sessions = await listSessions(shop.db, now)
  return {
    orderId,
    course: session.course.name,
    when: formatSession(session, shop.timeZone, now),
    sessions: sessions
      .filter(
        (other) =>
          other.id !== session.id &&
          other.course.slug === session.course.slug &&
          sessionState(other, now) === 'open',
      )
      .map((other) => toSessionView(other, shop.timeZone, now)),
    now,
  }
}

export async function action(args: Route.ActionArgs) {
  const form = z.object({ session: z.uuid() }).safeParse(Object.fromEntries(await readForm(args.request)))
  if (!form.success) return data({ refusal: 'Choose a date first.', selected: null }, { status: 422 })
  const { session } = form.data
  const to = { session, zone: args.context.get(shopContext).timeZone }
  return changeOwnSeat(args, (work, seat) => rescheduleSeat(work, seat, to), session)
}

export default function Move({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, course, when, sessions, now } = loaderData
  const { refusal, selected = null } = actionData ?? {}
  return (
    <div className="wrap grid justify-items-start gap-4 pt-8 pb-24 *:max-w-[960px]">
      <h1 className="h1">Another date</h1>
      <p className="lead">You can move your seat once, within the same course. Your deposit moves with it.</p>
      <p className="text-sm text-muted">
        {course}, now on {when}.
      </p>
      <FormRefusal text={refusal} />
      {sessions.length > 0 ? (
        <>
          <div data-live={seatsTopic} className="w-full">
            <SessionChoice
              sessions={sessions}
              label="Dates"
              isPaid
              form={formId}
              selected={selected}
              now={now}
            />
          </div>
          <Form method="post" id={formId} className="btns">
            <Button variant="primary">Move to Selected Date</Button>
          </Form>
        </>
      ) : (
        <p>No other date of this course has an open seat right now.</p>
      )}
      <p className="text-sm text-muted">
        <a className="link" href={`/orders/${orderId}/seat`}>
          Back to your seat
        </a>
      </p>
    </div>
  )
}

const formId = 'move'
