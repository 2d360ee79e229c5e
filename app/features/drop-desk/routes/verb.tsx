import { Form } from 'react-router'
import { z } from 'zod'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { countWaitlist } from '#app/features/subscriptions/store/links.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCount } from '#app/kit/text.ts'
import { formatStamp, momentIn } from '#app/kit/dates.ts'
import { dropPath } from '#app/features/drops/rules.ts'
import { publishWords } from '#app/features/drops/rules/plan.ts'
import { carryOut } from '../flows.server.ts'
import { isPlanVerb, type PlanVerb, revisionInput, statusWords, verbFacts } from '../rules.ts'
import { findShownPlan, noSuchDrop, refusalWords } from '../shown-plan.server.ts'
import type { Route } from './+types/verb'

export const handle: StaffHandle = { right: 'drops.write' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { slug, verb } = params
  const shown = await findShownPlan(shop, slug)
  if (!shown || !isPlanVerb(verb)) throw noSuchDrop(slug)
  const { smallBatch } = shown
  const opens = momentIn(shop.timeZone, shown.values.launchAt ?? '')
  return {
    shown,
    verb,
    isPossible: shown.verbs.includes(verb),
    waiting: await countWaitlist(shop.db, smallBatch ? `build-window:${smallBatch}` : `drop:${slug}`),
    news: await countWaitlist(shop.db, smallBatch ? 'build-slots' : 'newsletter'),
    opens: opens && formatStamp(opens, shop.timeZone, shop.now()),
  }
}

export const action = staffAction({
  right: 'drops.write',
  // What buyers can do changes by somebody who is there.
  recent: ({ params }) => params.verb !== 'discard',
  input: ({ params: { verb, slug = '' } }) =>
    z.object({
      revision: revisionInput,
      slug:
        verb === 'end'
          ? z.literal(slug, `Type ${slug}, to be sure that it is this one.`)
          : z.string().optional(),
    }),
  run({ desk, params: { verb, slug = '' }, input: { revision } }) {
    if (!isPlanVerb(verb)) throw noSuchDrop(slug)
    return carryOut(desk, verb, slug, revision)
  },
  to: ({ params: { verb, slug } }) => (verb === 'discard' ? dropsPath : `${dropsPath}/${slug}`),
  refusal: (refused) => ({
    form: [
      refusalWords[refused.why],
      ...(refused.why === 'not_ready' ? refused.points.map((point) => publishWords[point]) : []),
    ],
  }),
})

const dropsPath = '/staff/drops'

type Data = Route.ComponentProps['loaderData']

export default function VerbSheet({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, verb, isPossible } = loaderData
  const { label, button, isStop } = verbFacts(verb)
  const { kind, word } = statusWords[shown.status]
  const open = verb === 'publication' ? shown.open : []
  const gate = isPossible ? open : [`It is ${word.toLowerCase()} now.`]
  return (
    <Sheet
      title={label}
      tab={`${label} ${shown.name}`}
      heading={`${label}: ${shown.name}`}
      state={<Status kind={kind}>{word}</Status>}
      next={gate.length > 0 ? gate[0] : 'Read what follows, then press'}
      cells={[{ label: 'Rev', value: shown.revision }]}
      action={
        <>
          <VerbLink to={`${dropsPath}/${shown.slug}`}>Back</VerbLink>
          {gate.length === 0 && (
            <Verb form="drop-verb" look={isStop ? 'stop' : 'primary'} busyWords="Working...">
              {button}
            </Verb>
          )}
        </>
      }
    >
      {actionData?.fieldErrors.form?.map((sentence) => (
        <SheetNotice key={sentence} kind="no">
          {sentence}
        </SheetNotice>
      ))}
      {gate.length > 0 && (
        <Section title="Not yet">
          <ul className="grid gap-1">
            {gate.map((sentence) => (
              <li key={sentence}>
                <Status kind="gate">{sentence}</Status>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="What follows">
        <ul className="grid max-w-[72ch] gap-1.5">
          {followsOf[verb](loaderData).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Section>
      <Form method="post" id="drop-verb" className="con-region grid gap-3">
        <input type="hidden" name="revision" value={shown.revision} />
        {verb === 'end' && gate.length === 0 && (
          <div className="max-w-[420px]">
            <TextField
              label={`Type its address, ${shown.slug}, to be sure that it is this one`}
              name="slug"
              autoComplete="off"
              spellCheck={false}
              errors={actionData?.fieldErrors.slug}
            />
          </div>
        )}
      </Form>
    </Sheet>
  )
}

const newsList = ({ smallBatch }: Data['shown']) =>
  smallBatch ? 'the list for build slots' : 'the newsletter'

const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`)

const followsOf: Record<PlanVerb, (data: Data) => string[]> = {
  publication: ({ shown, opens, news }) => [
    shown.smallBatch
      ? `It is public at ${dropPath(shown)} once no earlier window of the line is open, as coming soon.`
      : `Its page is public at ${dropPath(shown)}, as coming soon, and the Vault lists it.`,
    opens ? `Numbers open on ${opens}.` : 'Numbers open when somebody launches it.',
    `${people(news)} on ${newsList(shown)} are emailed within a minute of the opening, not before.`,
    'Its address and its number stay from now on. Its patches are made in the catalog, once it is public.',
  ],
  launch: ({ shown, waiting, news }) => [
    `All open numbers of ${shown.name} can be held at once.`,
    `Within a minute ${people(waiting)} on its list and ${people(news)} on ${newsList(shown)} are emailed.`,
    'It cannot be undone. The drop can be paused.',
  ],
  pause: ({ shown }) => [
    'No more numbers can be held. The page says that reservations are paused.',
    `${formatCount(shown.used)} held or sold numbers stay as they are. Whoever checks out may finish.`,
    'Nobody is emailed.',
  ],
  resumption: () => ['Open numbers can be held again at once. Nobody is emailed.'],
  end: ({ shown }) => [
    'The run is closed for good. Numbers that nobody has will never be made.',
    `${formatCount(shown.used)} held or sold numbers stay as they are. Whoever checks out may finish.`,
    'The Vault keeps its page. It cannot be opened again.',
  ],
  discard: () => ['The draft is deleted. It cannot be restored.'],
}
