import { Form } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCount } from '#app/kit/count.ts'
import { removeSample } from '../flows.server.ts'
import { removalInput } from '../input.ts'
import { countGoing, stepPath } from '../rules.ts'
import { sampleContext } from '../store.server.ts'
import { itemWords, removalFormWords, removeVerbWords, stayWords } from '../words.ts'
import type { Route } from './+types/sample-removal'
import { setupOf } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle(removalFormWords.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop, timeZone } = setupOf(context)
  return { removal: await context.get(sampleContext).preview(shop.db, { now: shop.now(), timeZone }) }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: removalInput,
  run: ({ desk, context, input }) => removeSample(desk, context.get(sampleContext), input.goes),
  to: stepPath('sample'),
  refusal: () => ({ phrase: [removalFormWords.changed] }),
})

export default function SampleRemovalPage({ loaderData: { removal }, actionData }: Route.ComponentProps) {
  const goes = countGoing(removal)
  const stays = removal.flatMap(({ title, stays: items }) => items.map((item) => ({ ...item, title })))
  const given = actionData?.given.phrase
  return (
    <Sheet
      title="Set-up, sample catalog"
      heading={removalFormWords.title}
      state={<Status kind={goes > 0 ? 'wait' : 'void'}>{`${itemWords(goes)} would go`}</Status>}
      cells={[{ label: 'Stay', value: formatCount(stays.length) }]}
      action={
        <VerbLink to={stepPath('sample')} look="quiet">
          Leave it as it is
        </VerbLink>
      }
    >
      <Section item={1} title="What goes" note="by kind">
        <DenseTable
          caption="What goes and what stays, by kind"
          columns={[
            { key: 'kind', label: 'Kind' },
            { key: 'goes', label: 'Goes', width: 72, kind: 'number' },
            { key: 'stays', label: 'Stays', width: 72, kind: 'number' },
          ]}
          rows={removal.map(({ title, goes: count, stays: items }) => ({
            id: title,
            cells: [title, formatCount(count), formatCount(items.length)],
          }))}
        />
      </Section>
      <Section item={2} title="What stays" note={itemWords(stays.length)}>
        {stays.length === 0 ? (
          <p className="text-muted">{removalFormWords.all}</p>
        ) : (
          <DenseTable
            caption="What stays, and why"
            columns={[
              { key: 'name', label: 'Item' },
              { key: 'kind', label: 'Kind', width: 190 },
              { key: 'why', label: 'Why', width: 260 },
            ]}
            rows={stays.map(({ name, title, why }) => ({
              id: `${title} ${name}`,
              cells: [name, title, stayWords[why]],
            }))}
          />
        )}
      </Section>
      <Section item={3} title="Remove">
        {goes === 0 ? (
          <p>{removalFormWords.nothing}</p>
        ) : (
          <Form
            method="post"
            className="grid max-w-[420px] gap-3"
            aria-label={removalFormWords.title}
            noValidate
          >
            <input type="hidden" name="goes" value={goes} />
            <p>{removalFormWords.lead}</p>
            <TextField
              label={removalFormWords.label}
              name="phrase"
              autoComplete="off"
              required
              defaultValue={typeof given === 'string' ? given : undefined}
              errors={actionData?.fieldErrors.phrase}
            />
            <span>
              <Verb look="stop" busyWords="Removing...">
                {removeVerbWords(goes)}
              </Verb>
            </span>
          </Form>
        )}
      </Section>
    </Sheet>
  )
}
