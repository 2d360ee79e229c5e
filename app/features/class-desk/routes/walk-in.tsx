import { redirect } from 'react-router'
import { z } from 'zod'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { seatsLeft } from '#app/features/courses/rules.ts'
import { formatSession } from '#app/features/courses/words.ts'
import { sellWalkIn } from '../flows.server.ts'
import { paidByFields, receivedInput } from '../records.ts'
import { contactFields } from '#app/features/orders/input.ts'
import { dayMethods, rosterPath, refusalWords } from '../../courses/roster.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError } from '#app/http/errors.ts'
import { publicCode } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Route } from './+types/walk-in'
import { requireSeats, rosterDesk } from '../desk.server.ts'

export const handle: StaffHandle = { right: 'classes', title: 'Walk-in' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const session = await requireSeats(shop, params.session, requireRight(context, 'classes'))
  return {
    id: session.id,
    course: session.course.name,
    when: formatSession(session, shop.timeZone, shop.now()),
    free: seatsLeft(session.seats),
    priceCents: session.course.priceCents,
    minimumAge: session.course.minimumAge,
    isOpen: session.canceledAt === null && session.endsAt > shop.now(),
    formKey: publicCode(16),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = rosterDesk(context)
  const session = await requireSeats(desk.ctx, params.session, desk.member)
  const parsed = parseForm(walkInInput, await readForm(request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const sold = await sellWalkIn(desk, session, parsed.value)
  if (sold.ok) return redirect(rosterPath(session.id), 303)
  return formError(409, { form: [refusalWords(sold.why)] }, parsed.given)
}

const walkInInput = z.object({
  ...contactFields,
  ...receivedInput,
  age: z.literal('yes', 'Look at a government photo ID first'),
})

const studentFields = [
  { name: 'name', label: 'Full name, as on the photo ID', autoComplete: 'off', required: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'off', required: true },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'off' },
]

export default function WalkIn({ loaderData, actionData }: Route.ComponentProps) {
  const { id, course, when, free, priceCents, minimumAge, isOpen, formKey } = loaderData
  const price = formatCents(priceCents)
  return (
    <Sheet
      heading={course}
      head={<span className="text-muted">{when}</span>}
      state={
        <Status kind={free > 0 ? 'todo' : 'no'}>{free === 1 ? '1 seat free' : `${free} seats free`}</Status>
      }
      next="The student gets a mail with the private link to the seat"
      action={
        <VerbLink to={rosterPath(id)} data-back="">
          Roster
        </VerbLink>
      }
    >
      <Section item={1} title="Student and payment" note={`${price}, the whole price`}>
        {isOpen ? (
          <RecordForm
            fields={[
              ...studentFields,
              ...paidByFields,
              {
                name: 'age',
                label: `I looked at a government photo ID: ${minimumAge} or older`,
                type: 'checkbox',
              },
            ]}
            values={{ method: dayMethods[0] }}
            refused={actionData}
            hidden={{ key: formKey, amount: priceCents }}
            submit={`Record ${price} and seat`}
          />
        ) : (
          <p className="text-muted">Nobody joins this class any more.</p>
        )}
      </Section>
    </Sheet>
  )
}
