import { Form } from 'react-router'
import { z } from 'zod'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { addSample } from '../flows.server.ts'
import { stepPath } from '../rules.ts'
import { sampleContext } from '../store.server.ts'
import { itemWords } from '../words.ts'
import type { Route } from './+types/sample'
import { setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Sample catalog') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
  const [progress, count] = await Promise.all([showProgress(shop), context.get(sampleContext).count(shop.db)])
  return { shown: progress.sample, count }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.object({}),
  run: ({ desk, context }) => addSample(desk, context.get(sampleContext)),
  to: stepPath('sample'),
  refusal: () => '',
})

export default function SampleStep({ loaderData: { shown, count } }: Route.ComponentProps) {
  return (
    <StepSheet step="sample" shown={shown} note={itemWords(count)}>
      {count === 0 ? (
        <div className="flex flex-wrap gap-3">
          <Form method="post" aria-label="Add the sample catalog">
            <Verb busyWords="Adding...">Add the sample catalog</Verb>
          </Form>
          <Form method="post" action={`${stepPath('sample')}/confirm`}>
            <Verb look="primary">Begin with an empty shop</Verb>
          </Form>
        </div>
      ) : (
        <div className="grid max-w-[620px] justify-items-start gap-3">
          <p>
            The shop has {itemWords(count)} of the sample catalog. What was sold or changed since stays; the
            rest can be taken out.
          </p>
          <VerbLink to={`${stepPath('sample')}/removal`} look="stop">
            See what would be removed
          </VerbLink>
        </div>
      )}
    </StepSheet>
  )
}
