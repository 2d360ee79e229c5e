import { Form, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { mayCancel } from '../rules.ts'
import { giveUpSeat } from '../store/changes.server.ts'
import { formatSession } from '../words.ts'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import type { Route } from './+types/give-up-seat'
import { changeOwnSeat, requireOwnSeat } from './own-seat.server.ts'

export const meta = () => [{ title: siteTitle('Cancel your seat?') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { orderId, timeline, session } = await requireOwnSeat(args)
  const verdict = mayCancel(timeline, shop.now())
  if (!verdict.ok || verdict.isRefunded)
    throw redirect(`/orders/${orderId}/${verdict.ok ? 'refund' : 'seat'}`)
  return { orderId, course: session.course.name, when: formatSession(session, shop.timeZone, shop.now()) }
}

export const action = (args: Route.ActionArgs) => changeOwnSeat(args, giveUpSeat)

export default function GiveUp({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, course, when } = loaderData
  return (
    <div className="wrap grid justify-items-start gap-4 pt-8 pb-24 *:max-w-[960px]">
      <h1 className="h1">Cancel your seat?</h1>
      <p className="lead">
        {course}, {when}. The refund deadline has passed, so you forfeit the deposit. Your seat goes to the
        next person on the waitlist. This cannot be undone.
      </p>
      <FormRefusal text={actionData?.refusal} />
      <Form method="post" className="btns">
        <Button variant="primary">Cancel My Seat</Button>
        <ButtonLink to={`/orders/${orderId}/seat`}>Keep my seat</ButtonLink>
      </Form>
    </div>
  )
}
