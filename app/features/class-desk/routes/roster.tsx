import { data, redirect, useSearchParams } from 'react-router'
import { z } from 'zod'
import { EmptyList, Section } from '#app/features/console/components/section.tsx'
import { PrintVerb, VerbLink } from '#app/features/console/components/verb.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { requireRight } from '#app/features/staff/access.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { publicCode } from '#app/kit/ids.ts'
import { Island } from '#app/islands/island.tsx'
import { formatCents } from '#app/kit/money.ts'
import { takeBalance } from '../flows.server.ts'
import { receivedInput } from '../records.ts'
import { classesPath, rosterPath, refusalWords } from '#app/features/courses/roster.ts'
import type { Route } from './+types/roster'
import { requireSeats, rosterDesk, showRoster } from '../desk.server.ts'

export const handle: StaffHandle = { right: 'classes', title: 'Roster' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'classes')
  const session = await requireSeats(shop, params.session, member)
  // The id of a payment to be: pressing twice takes it once.
  return {
    ...(await showRoster(shop, session, mayDo(member.role, 'orders.read'))),
    formKey: publicCode(12),
    mayPlan: mayDo(member.role, 'classes.plan'),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = rosterDesk(context)
  const session = await requireSeats(desk.ctx, params.session, desk.member)
  const parsed = parseForm(balanceInput, await readForm(request))
  if (!parsed.ok) return data({ refusal: refusalWords('amount_differs') }, { status: 422 })
  const done = await takeBalance(desk, session, parsed.value)
  return done.ok
    ? redirect(rosterPath(session.id), 303)
    : data({ refusal: refusalWords(done.why) }, { status: 409 })
}

const balanceInput = z.object({ order: z.string().regex(/^[0-9A-Z]{6,20}$/), ...receivedInput })

export default function Roster({ loaderData, actionData }: Route.ComponentProps) {
  const { id, course, when, students, unlisted, totals, state, waiting } = loaderData
  const why = useSearchParams()[0].get('refused')
  const refusal = actionData?.refusal ?? (why ? refusalWords(why) : undefined)
  return (
    <Sheet
      heading={course}
      head={<span className="text-muted">{`${when}, ${loaderData.place}`}</span>}
      state={<Status kind={state.kind}>{state.words}</Status>}
      next={
        loaderData.instructor === null
          ? 'No instructor is named: no certificates are made'
          : `Instructor: ${loaderData.instructor}`
      }
      cells={[
        { label: 'In', value: `${totals.checkedIn} of ${totals.students}` },
        { label: 'Certificates', value: totals.certificates },
        { label: 'Due', value: formatCents(totals.dueCents) },
      ]}
      action={
        <VerbLink to={`${rosterPath(id)}/walk-in`} look="primary">
          Walk-in
        </VerbLink>
      }
    >
      {refusal && <SheetNotice kind="no">{refusal}</SheetNotice>}
      <Section
        item={1}
        title="Students"
        note={`${totals.students} booked, ${loaderData.free} ${loaderData.free === 1 ? 'seat' : 'seats'} free`}
      >
        {students.length === 0 ? (
          <EmptyList>Students appear here as soon as their deposit is paid, or as walk-ins.</EmptyList>
        ) : (
          <Island
            name="roster"
            props={{
              id,
              caption: `Students of ${course}, ${when}`,
              students,
              formKey: loaderData.formKey,
            }}
          />
        )}
        {unlisted > 0 && (
          <p className="mt-3 text-muted">
            {unlisted === 1
              ? 'One more seat was booked outside this shop. Its student is not on this list.'
              : `${unlisted} more seats were booked outside this shop. Their students are not on this list.`}
          </p>
        )}
        <p className="mt-3 text-xs text-faint">Use these names, numbers and addresses for this class only.</p>
      </Section>
      {waiting > 0 && (
        <Section item={2} title="Waitlist" note={waiting === 1 ? '1 waits' : `${waiting} wait`}>
          <p className="text-muted">
            A free seat is offered to the next by itself, within a minute, and held for a day. Cancel nothing
            and add a seat, or let one go.
          </p>
        </Section>
      )}
      <p className="con-region flex flex-wrap gap-3 print:hidden">
        <PrintVerb>Print</PrintVerb>
        {loaderData.mayPlan && (
          <>
            <VerbLink look="quiet" to={`${rosterPath(id)}/edit`}>
              Change, move or cancel
            </VerbLink>
            <VerbLink look="quiet" to={`${classesPath}/new?copy=${id}`}>
              Copy
            </VerbLink>
          </>
        )}
        <VerbLink look="quiet" to={classesPath} data-back="">
          All classes
        </VerbLink>
      </p>
    </Sheet>
  )
}
