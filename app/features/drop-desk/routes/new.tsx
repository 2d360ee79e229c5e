import { z } from 'zod'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { listPlans } from '#app/features/drops/store/plans.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formKey } from '#app/kit/fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import { beginPlan } from '../flows.server.ts'
import type { Route } from './+types/new'

export const handle: StaffHandle = { right: 'drops.write', title: 'New drop' }

const beginWords = {
  plan_not_found: 'There is no drop to copy at this address.',
  slug_taken: 'Another drop has the address that this name makes. Choose another name.',
  no_address: 'Give it a name with at least one letter or digit.',
} as const

const beginInput = z.object({
  key: formKey,
  name: z.string().trim().min(1, 'Give the drop a name.').max(60, 'At most 60 characters.'),
  from: z.string().max(80).default(''),
})

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const plans = await listPlans(db, now())
  const from = new URL(request.url).searchParams.get('from') ?? ''
  return { drops: plans.map(({ slug, name }) => ({ slug, name })), from, key: secretToken() }
}

export const action = staffAction({
  right: 'drops.write',
  input: beginInput,
  run: ({ desk, input: { key, name, from } }) => beginPlan(desk, { formKey: key, name, from: from || null }),
  to: (_, { slug }) => `/staff/drops/${slug}`,
  refusal: ({ why }) => ({ name: [beginWords[why]] }),
})

export default function NewDrop({ loaderData: { drops, from, key }, actionData }: Route.ComponentProps) {
  return (
    <Sheet next="Nobody sees it before it is published">
      <Section title="Begin">
        <RecordForm
          fields={[
            {
              name: 'name',
              label: 'Name',
              maxLength: 60,
              required: true,
              hint: 'On the page, the plate and the patch, as in Outlaw Vol. 2.',
            },
            {
              name: 'from',
              label: 'Begin with',
              options: [['', 'A blank sheet'], ...drops.map(copyOption)],
              hint: 'A copy has everything but the number, the address, the drawing and the dates.',
            },
          ]}
          values={{ from }}
          refused={actionData}
          hidden={{ key }}
          submit="Begin"
        />
      </Section>
    </Sheet>
  )
}

const copyOption = ({ slug, name }: { slug: string; name: string }) => [slug, `A copy of ${name}`] as const
