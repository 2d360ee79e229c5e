import { z } from 'zod'
import { changeOf } from '#app/access/difference.ts'
import { factsTopic } from '#app/facts/facts.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { VerbForm } from '#app/features/console/components/verb.tsx'
import { staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { countOf, formatCount } from '#app/kit/text.ts'
import { refuse } from '#app/kit/refusal.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { stepPath } from '../rules.ts'
import {
  type SampleCatalog,
  sampleContext,
  type SampleRemoval,
  type SampleStay,
  settleStep,
  type SetupDesk,
  showProgress,
} from '../store.server.ts'
import type { Route } from './+types/sample'

export const handle: StaffHandle = { right: 'rules.write' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const sample = context.get(sampleContext)
  const [progress, count] = await Promise.all([showProgress(shop), sample.count(shop.db)])
  const clock = { now: shop.now(), timeZone: shop.timeZone }
  const removal = count > 0 ? await sample.preview(shop.db, clock) : []
  return { shown: progress.sample, count, removal }
}

const asked = { right: 'rules.write', recent: true, to: stepPath('sample') } as const

const removalPhrase = 'sample catalog'

export const removalInput = z.object({
  goes: z.coerce.number().int().min(0),
  phrase: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.literal(removalPhrase, `Type ${removalPhrase}, exactly.`)),
})

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
    refusal: () =>
      'The sample changed since you looked: read again what goes, then type it once more. Nothing was removed.',
  }),
})

async function addSample(desk: SetupDesk, sample: SampleCatalog) {
  const { ctx, timeZone } = desk
  const loaded = await sample.load(ctx.db, ctx.now(), timeZone)
  ctx.announce([factsTopic])
  const detail =
    loaded === 'loaded' ? 'The sample catalog was added.' : 'The shop has drops already: nothing was added.'
  return settleStep(desk, 'sample', { state: 'done', detail })
}

/** But for what was sold of it, changed or is needed. Refused where less or more would go than the person has `seen`. */
export async function removeSample(desk: SetupDesk, sample: SampleCatalog, seen: number) {
  const { ctx, timeZone } = desk
  const clock = { now: ctx.now(), timeZone }
  if (countGoing(await sample.preview(ctx.db, clock)) !== seen) return refuse('changed')
  const removal = await sample.remove(ctx.db, clock)
  ctx.announce([factsTopic])
  const stays = removal.flatMap((kind) => kind.stays)
  const counts = (of: (kind: SampleRemoval[number]) => number) =>
    Object.fromEntries(removal.map((kind) => [kind.title, of(kind)]))
  const data = {
    ...changeOf(
      counts((kind) => kind.goes + kind.stays.length),
      counts((kind) => kind.stays.length),
    ),
    stays: stays.map(({ name, why }) => `${name} (${why})`).slice(0, 100),
  }
  const detail = removalWords(countGoing(removal), stays.length)
  return settleStep(desk, 'sample', { state: 'done', detail }, { verb: 'sample removal', data })
}

export const countGoing = (removal: readonly { goes: number }[]) =>
  removal.reduce((sum, { goes }) => sum + goes, 0)

export function removalWords(removed: number, stayed: number): string {
  const taken = `${countOf(removed, 'item was', 'items were')} taken out.`
  if (stayed === 0) return taken
  return `${taken} ${countOf(stayed, 'stays, because it was', 'stay, because they were')} changed, sold or needed.`
}

export default function SampleStep({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, count, removal } = loaderData
  return (
    <StepSheet step="sample" shown={shown} note={countOf(count, 'item')}>
      {count === 0 ? (
        <div className="flex flex-wrap gap-3">
          <VerbForm sends={{ verb: 'add' }} busyWords="Adding...">
            Add the sample catalog
          </VerbForm>
          <VerbForm to={`${stepPath('sample')}/confirm`} look="primary">
            Begin with an empty shop
          </VerbForm>
        </div>
      ) : (
        <Removal removal={removal} refused={actionData} />
      )}
    </StepSheet>
  )
}

const stayWords: Record<SampleStay, string> = {
  sold: 'An order names it',
  changed: 'Changed since it was loaded',
  used: 'Needed by something that stays',
}

type RemovalProps = { removal: SampleRemoval; refused: Refused | undefined }

/** What would go and what stays is read before anything is removed. */
function Removal({ removal, refused }: RemovalProps) {
  const goes = countGoing(removal)
  const stays = removal.flatMap(({ title, stays: items }) => items.map((item) => ({ ...item, title })))
  return (
    <div className="grid max-w-[620px] gap-4">
      <p>What was sold of it, changed or is needed stays; the rest can be taken out.</p>
      <DenseTable
        caption="What goes and what stays, by kind"
        rows={removal}
        id={({ title }) => title}
        columns={[
          { label: 'Kind', render: ({ title }) => title },
          { label: 'Goes', width: 72, kind: 'number', render: (kind) => formatCount(kind.goes) },
          { label: 'Stays', width: 72, kind: 'number', render: (kind) => formatCount(kind.stays.length) },
        ]}
      />
      {stays.length > 0 && (
        <DenseTable
          caption="What stays, and why"
          rows={stays}
          id={({ title, name }) => `${title} ${name}`}
          columns={[
            { label: 'Item', render: ({ name }) => name },
            { label: 'Kind', width: 150, render: ({ title }) => title },
            { label: 'Why it stays', width: 220, render: ({ why }) => stayWords[why] },
          ]}
        />
      )}
      {goes === 0 ? (
        <p>Nothing of it can be taken out. Hide or archive it where it is sold.</p>
      ) : (
        <RecordForm
          label="Remove the sample catalog"
          fields={[
            {
              label: `Type “${removalPhrase}” to remove it`,
              name: 'phrase',
              autoComplete: 'off',
              required: true,
              hint: 'It is taken out with its photographs’ places and prices. This cannot be undone.',
            },
          ]}
          refused={refused}
          hidden={{ goes }}
          sends={{ name: 'verb', value: 'remove' }}
          submit={`Remove ${countOf(goes, 'item')} for good`}
          look="stop"
          busyWords="Removing..."
        />
      )}
    </div>
  )
}
