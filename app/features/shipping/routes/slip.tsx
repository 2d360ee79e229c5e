import { data, redirect } from 'react-router'
import { SheetNotice } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { requireRecentSignIn, requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { actorOf, mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { PackForm, Parcels } from '../components/parcel-forms.tsx'
import { PackingSlip } from '../components/packing-slip.tsx'
import { PrintVerb } from '#app/features/console/components/print-verb.tsx'
import { verbs } from '../flows.server.ts'
import { quantitiesIn, shippingInput } from '../input.ts'
import { listOf, viewOf } from '../rules.ts'
import { findSlip } from '../store.server.ts'
import { packGates, refusalWords } from '../words.ts'
import type { Route } from './+types/slip'

export const handle: StaffHandle = { right: 'shipping' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Ship ${params.order}`) }]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const slip = await findSlip(shop.db, normalizeCode(params.order), {
    now: shop.now(),
    timeZone: shop.timeZone,
  })
  if (!slip)
    throw notFound('Nothing to Ship', {
      text: `There is no order with the code ${params.order} that goes by parcel.`,
      link: { to: '/staff/shipping', label: 'Shipping' },
    })
  // The id of the parcel to be: pressing twice packs once.
  const named = new URL(request.url).searchParams.get('view')
  const view = named === null ? listOf(slip.left, slip.parcels) : viewOf(named)
  const mayRefund = mayDo(staffMember(context).role, 'money.refund')
  return { slip, view, parcelId: publicCode(16), mayRefund }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  // A copy: a request for another sign-in stores the form that was sent.
  const form = await readForm(request.clone())
  const parsed = parseForm(shippingInput, form)
  const { given } = parsed
  if (!parsed.ok)
    return data({ refusals: Object.values(parsed.fieldErrors).flatMap((each) => each ?? []), given }, 422)
  const member = requireRight(context, parsed.value.verb === 'refund' ? 'money.refund' : 'shipping')
  if (parsed.value.verb === 'refund') await requireRecentSignIn(context, request)
  const orderId = normalizeCode(params.order)
  const desk = {
    ctx: shop,
    sellables: context.get(sellablesContext),
    by: member.name,
    actor: actorOf(member),
  }
  const done = await verbs[parsed.value.verb](desk, { ...parsed.value, orderId, lines: quantitiesIn(form) })
  if (!done.ok) return data({ refusals: [refusalWords(done.why)], given }, 409)
  return redirect(`/staff/shipping/${orderId}${new URL(request.url).search}`, 303)
}

export default function Slip({
  loaderData: { slip, view, parcelId, mayRefund },
  actionData,
}: Route.ComponentProps) {
  return (
    <div>
      {actionData?.refusals.map((words) => (
        <SheetNotice key={words} kind="no">
          {words}
        </SheetNotice>
      ))}
      <PackingSlip slip={slip} />
      <div className="print:hidden">
        <PackForm key={slip.revision} slip={slip} parcelId={parcelId} gates={packGates(slip)} />
        <Parcels
          key={`parcels-${slip.revision}`}
          slip={slip}
          mayRefund={mayRefund}
          given={actionData?.given ?? {}}
        />
        <p className="con-region flex flex-wrap gap-3">
          <PrintVerb>Print packing slip</PrintVerb>
          <VerbLink look="quiet" small to={`/staff/orders/${slip.orderId}`}>
            Order sheet
          </VerbLink>
          <VerbLink look="quiet" small to={`/staff/shipping?view=${view}`} data-back="">
            Close
          </VerbLink>
        </p>
      </div>
    </div>
  )
}
