import { Form } from 'react-router'
import { z } from 'zod'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCount } from '#app/kit/count.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { addSample, removeSample } from '../flows.server.ts'
import { removalInput } from '../input.ts'
import { countGoing, stepPath } from '../rules.ts'
import { sampleContext, type SampleRemoval, type SampleStay } from '../store.server.ts'
import { itemWords, removalPhrase } from '../words.ts'
import type { Route } from './+types/sample'
import { setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Sample catalog') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop, timeZone } = setupOf(context)
  const sample = context.get(sampleContext)
  const [progress, count] = await Promise.all([showProgress(shop), sample.count(shop.db)])
  const removal = count > 0 ? await sample.preview(shop.db, { now: shop.now(), timeZone }) : []
  return { shown: progress.sample, count, removal }
}

const asked = { right: 'rules.write', recent: true, to: stepPath('sample') } as const

export const action = staffVerbs({
  add: staffAction({
    ...asked,
    input: z.object({}),
    run: ({ desk, context }) => addSample(desk, context.get(sampleContext)),
    refusal: () => '',
  }),
  remove: staffAction({
    ...asked,
    input: removalInput,
    run: ({ desk, context, input }) => removeSample(desk, context.get(sampleContext), input.goes),
    refusal: () => ({ phrase: [changedWords] }),
  }),
})

const changedWords =
  'The sample changed since you looked: read again what goes, then type it once more. Nothing was removed.'

export default function SampleStep({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, count, removal } = loaderData
  return (
    <StepSheet step="sample" shown={shown} note={itemWords(count)}>
      {count === 0 ? (
        <div className="flex flex-wrap gap-3">
          <Form method="post" aria-label="Add the sample catalog">
            <input type="hidden" name="verb" value="add" />
            <Verb busyWords="Adding...">Add the sample catalog</Verb>
          </Form>
          <Form method="post" action={`${stepPath('sample')}/confirm`}>
            <Verb look="primary">Begin with an empty shop</Verb>
          </Form>
        </div>
      ) : (
        <Removal removal={removal} given={actionData?.given.phrase} errors={actionData?.fieldErrors.phrase} />
      )}
    </StepSheet>
  )
}

const stayWords: Record<SampleStay, string> = {
  sold: 'An order names it',
  changed: 'Changed since it was loaded',
  used: 'Needed by something that stays',
}

type RemovalProps = { removal: SampleRemoval; given: unknown; errors: readonly string[] | undefined }

/** What would go and what stays is read before anything is removed. */
function Removal({ removal, given, errors }: RemovalProps) {
  const goes = countGoing(removal)
  const stays = removal.flatMap(({ title, stays: items }) => items.map((item) => ({ ...item, title })))
  return (
    <div className="grid max-w-[620px] gap-4">
      <p>What was sold of it, changed or is needed stays; the rest can be taken out.</p>
      <DenseTable
        caption="What goes and what stays, by kind"
        columns={[
          { key: 'kind', label: 'Kind' },
          { key: 'goes', label: 'Goes', width: 72, kind: 'number' },
          { key: 'stays', label: 'Stays', width: 72, kind: 'number' },
        ]}
        rows={removal.map(({ title, goes: leaving, stays: items }) => ({
          id: title,
          cells: [title, formatCount(leaving), formatCount(items.length)],
        }))}
      />
      {stays.length > 0 && (
        <DenseTable
          caption="What stays, and why"
          columns={[
            { key: 'name', label: 'Item' },
            { key: 'kind', label: 'Kind', width: 150 },
            { key: 'why', label: 'Why it stays', width: 220 },
          ]}
          rows={stays.map(({ name, title, why }) => ({
            id: `${title} ${name}`,
            cells: [name, title, stayWords[why]],
          }))}
        />
      )}
      {goes === 0 ? (
        <p>Nothing of it can be taken out. Hide or archive it where it is sold.</p>
      ) : (
        <Form
          method="post"
          className="grid max-w-[420px] gap-3"
          aria-label="Remove the sample catalog"
          noValidate
        >
          <input type="hidden" name="verb" value="remove" />
          <input type="hidden" name="goes" value={goes} />
          <p>It is taken out with its photographs’ places and prices. This cannot be undone.</p>
          <TextField
            label={`Type “${removalPhrase}” to remove it`}
            name="phrase"
            autoComplete="off"
            required
            defaultValue={typeof given === 'string' ? given : undefined}
            errors={errors}
          />
          <span>
            <Verb look="stop" busyWords="Removing...">
              {`Remove ${itemWords(goes)} for good`}
            </Verb>
          </span>
        </Form>
      )}
    </div>
  )
}
