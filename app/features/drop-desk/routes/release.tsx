import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { releaseUnit } from '#app/features/drops/store/units.server.ts'
import { releaseRefusalWords } from '#app/features/drops/words.ts'
import { requiredText } from '#app/features/orders/input.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { findShownPlan, noSuchDrop } from '../shown-plan.server.ts'
import type { Route } from './+types/release'

export const handle: StaffHandle = { right: 'drops.write', title: 'Put a number back on sale' }

export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  const shown = await findShownPlan(context.get(shopContext), slug)
  if (!shown?.isPublished) throw noSuchDrop(slug)
  return { slug, name: shown.name, number: new URL(request.url).searchParams.get('number') ?? '' }
}

export const action = staffAction({
  right: 'drops.write',
  recent: true,
  input: z.object({
    number: z.coerce.number('Enter the number').int('Enter the number').positive('Enter the number'),
    reason: requiredText('Say why, for the record', 3).max(500, 'Keep this under 500 characters'),
  }),
  run: ({ desk, context, params: { slug = '' }, input: { number, reason } }) =>
    actAs(desk.ctx, desk.actor, { verb: 'release', subject: `${slug} ${number}`, data: { reason } }, (work) =>
      releaseUnit(work, context.get(sellablesContext), slug, number),
    ),
  to: ({ params: { slug } }) => `/staff/drops/${slug}/live`,
  refusal: ({ why }) => releaseRefusalWords(why),
})

export default function Release({ loaderData: { slug, name, number }, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      heading={`Put a number back on sale: ${name}`}
      action={<VerbLink to={`/staff/drops/${slug}/live`}>Live board</VerbLink>}
    >
      <Section title="What follows">
        <ul className="grid max-w-[72ch] gap-1.5">
          <li>A held number loses its order, unless it is being paid. It can be held again at once.</li>
          <li>A sold number has to be refunded first, and stays off sale once it is at its dealer.</li>
        </ul>
      </Section>
      <div className="con-region">
        <RecordForm
          fields={[
            { name: 'number', label: 'Number', inputMode: 'numeric', autoComplete: 'off' },
            { name: 'reason', label: 'Reason' },
          ]}
          values={{ number }}
          refused={actionData}
          submit="Put it back on sale"
          look="stop"
        />
      </div>
    </Sheet>
  )
}
