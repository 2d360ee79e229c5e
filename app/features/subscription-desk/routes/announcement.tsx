import { Form } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { Db } from '#app/db/db.server.ts'
import { KeyValues, Columns, Section } from '#app/features/console/components/section.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRight } from '#app/features/staff/access.server.ts'
import { changedWords, staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import {
  mayWriteTo,
  paragraphsOf,
  parseTopic,
  type Topic,
  topicKinds,
} from '#app/features/subscriptions/rules.ts'
import {
  changeDraft,
  countLeft,
  discardDraft,
  findWritten,
  sendWritten,
  writeDraft,
  type Writing,
  type Written,
} from '#app/features/subscriptions/store/announce.server.ts'
import { countLists, countWaitlist } from '#app/features/subscriptions/store/links.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { type FieldErrors, readForm } from '#app/http/form.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { formKey } from '#app/kit/fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { countMailsLike } from '#app/mail/mail-job.server.ts'
import { previewMail } from '../mails.server.ts'
import { announcementPath, listName, listsPath, refusalWords, stateWords } from './lists.tsx'
import type { Route } from './+types/announcement'

export const handle: StaffHandle = { right: 'subscriptions', title: 'Announcement' }

const empty = { topic: 'newsletter', subject: '', body: '', button: 'See the Drops', path: '/drops' }

/** Without an announcement it is the form for a new one. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const lists = await countLists(shop.db)
  const writing = { formKey: secretToken(), topics: writableTopics(lists) }
  if (!params.announcement) return { ...writing, values: empty, html: '', written: null }
  const found = await findWritten(shop.db, params.announcement)
  if (!found)
    throw notFound('No Such Announcement', {
      text: 'It may have been discarded.',
      link: { to: listsPath, label: 'Subscriptions' },
    })
  const { subject, body, button, path, topic } = found
  return {
    ...writing,
    values: { topic, subject, body, button, path },
    html: await previewMail(shop, found),
    written: {
      ...found,
      list: listName(topic, lists.find((one) => one.topic === topic)?.title ?? null),
      count: found.receivers ?? (await countWaitlist(shop.db, topic)),
      result: await findResult(shop.db, found),
      isTested: new URL(request.url).searchParams.has('tested'),
    },
  }
}

function writableTopics(known: readonly { topic: Topic; title: string | null }[]) {
  const fixed = (Object.keys(topicKinds) as (keyof typeof topicKinds)[])
    .filter((kind) => !('hasId' in topicKinds[kind]))
    .map((kind) => ({ topic: kind as Topic, title: null }))
  const all = [...known, ...fixed.filter(({ topic }) => !known.some((own) => own.topic === topic))]
  return all
    .filter(({ topic }) => mayWriteTo(topic))
    .map(({ topic, title }) => ({ topic, name: listName(topic, title) }))
}

export async function findResult(
  db: Db,
  { announcementId, topic, startedAt }: Pick<Written, 'announcementId' | 'topic' | 'startedAt'>,
) {
  if (!announcementId || !startedAt) return undefined
  const [mails, unsubscribed] = await Promise.all([
    countMailsLike(db, `announcement:${announcementId}:`),
    countLeft(db, topic, startedAt),
  ])
  return { ...mails, unsubscribed }
}

const line = (name: string, max: number) =>
  z
    .string(`Write the ${name}`)
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, `Write the ${name}`).max(max, `Keep the ${name} under ${max} characters`))

const topic = z.string('Choose a list').transform((text, ctx) => {
  const found = parseTopic(text)
  if (found && mayWriteTo(found)) return found
  ctx.addIssue({ code: 'custom', message: 'Choose a list' })
  return z.NEVER
})

export const writingInput = z.object({
  topic,
  subject: line('subject', 120),
  body: z
    .string('Write the text')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(8_000, 'Keep the text under 8,000 characters'))
    .refine((text) => paragraphsOf(text).length > 0, 'Write the text'),
  button: line('words of the button', 40),
  path: z
    .string('Where does the button lead?')
    .trim()
    .regex(/^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?(?:[?#][\w=&.~#-]*)?$/, 'Enter a page of this shop, like /drops')
    .max(200, 'Keep the address under 200 characters'),
})

const right = 'subscriptions' as const
const revision = z.coerce.number('Open the announcement again').int().min(1)
const idOf = (params: Readonly<Record<string, string>>) => params.announcement ?? ''

export const forms = {
  write: staffAction({
    right,
    input: writingInput.extend({ key: formKey }),
    run({ desk: { ctx, actor, by }, input: { key, ...writing } }) {
      const act = {
        verb: 'announcement-write',
        subject: ({ id }: { id: string }) => id,
        data: changeOf(undefined, writing),
        form: { key, typed: ['announcement', writing] },
      }
      return actAs(ctx, actor, act, async (work) => ({
        ok: true as const,
        id: await writeDraft(work, writing, by),
      }))
    },
    to: (_, { id }) => announcementPath(id),
    refusal: () => '',
  }),
  save: staffAction({
    right,
    input: writingInput.extend({ revision }),
    run({ desk: { ctx, actor, by }, params, input: { revision: seen, ...writing } }) {
      const id = idOf(params)
      const data = ({ before }: { before: Writing }) => changeOf(textOf(before), writing)
      return actAs(ctx, actor, { verb: 'announcement-change', subject: id, data }, (work) =>
        changeDraft(work, { ...writing, id, revision: seen, by }),
      )
    },
    to: ({ params }) => announcementPath(idOf(params)),
    refusal: ({ why }) => (why === 'changed' ? changedWords : refusalWords[why]),
  }),
  test: staffAction({
    right,
    input: z.object({ key: formKey }),
    run({ desk: { ctx, actor, member }, params, input: { key } }) {
      const id = idOf(params)
      const form = { key, typed: ['announcement test', id] }
      return actAs(ctx, actor, { verb: 'announcement-test', subject: id, form }, async (work) => {
        if (!(await findWritten(work.tx, id))) return refuse('not_found')
        const requestedAt = work.now.toISOString()
        await work.enqueue('mail-announcement-test', { announcement: id, memberId: member.id, requestedAt })
        return allowed
      })
    },
    to: ({ params }) => `${announcementPath(idOf(params))}?tested`,
    refusal: ({ why }) => refusalWords[why],
  }),
  send: staffAction({
    right,
    input: z.object({
      revision,
      confirm: z.literal('yes', 'Check the box: nothing takes a sent email back'),
    }),
    run({ desk: { ctx, actor }, params, input: { revision: seen } }) {
      const id = idOf(params)
      const act = { verb: 'announcement-send', subject: id, data: { revision: seen } }
      return actAs(ctx, actor, act, (work) => sendWritten(work, { id, revision: seen }))
    },
    to: ({ params }) => announcementPath(idOf(params)),
    refusal: ({ why }) => refusalWords[why],
  }),
  discard: staffAction({
    right,
    input: z.object({}),
    run({ desk: { ctx, actor }, params }) {
      const id = idOf(params)
      const data = ({ before }: { before: Writing }) => changeOf(textOf(before), undefined)
      return actAs(ctx, actor, { verb: 'announcement-discard', subject: id, data }, (work) =>
        discardDraft(work, id),
      )
    },
    to: listsPath,
    refusal: ({ why }) => refusalWords[why],
  }),
}

const verbs = staffVerbs(forms)

function textOf({ topic, subject, body, button, path }: Writing): Writing {
  return { topic, subject, body, button, path }
}

export async function action(args: Route.ActionArgs) {
  const given = submittedFields(await readForm(args.request))
  if (given.verb !== 'preview') return verbs(args)
  requireRight(args.context, right)
  const fieldErrors: FieldErrors = {}
  return { fieldErrors, given, html: await previewTyped(args.context.get(shopContext), given) }
}

/** What is typed need not be complete to be drawn. */
function previewTyped(shop: Shop, given: ReturnType<typeof submittedFields>): Promise<string> {
  const cut = (name: string, otherwise: string) => typedIn(given, name).slice(0, 10_000).trim() || otherwise
  return previewMail(shop, {
    topic: parseTopic(typedIn(given, 'topic')) ?? 'newsletter',
    subject: cut('subject', 'Subject'),
    body: cut('body', ''),
    button: cut('button', 'Button'),
    path: cut('path', '/'),
  })
}

function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}

export default function Announcement({ loaderData, actionData }: Route.ComponentProps) {
  const stamp = useStamp()
  const { written, values, topics, html } = loaderData
  const isOfText = ['write', 'save', 'preview'].includes(String(actionData?.given.verb))
  const answer = isOfText ? actionData : undefined
  const sending = actionData?.given.verb === 'send' ? actionData : undefined
  const other = isOfText || sending ? undefined : actionData
  const drawn = (answer as { html?: string } | undefined)?.html
  const text = (
    <Columns columns="minmax(0,1fr) minmax(0,1.1fr)">
      <Section item={1} title="Text">
        <RecordForm
          label="Announcement"
          fields={[
            { name: 'topic', label: 'To', options: topics.map(({ topic, name }) => [topic, name]) },
            ...fields,
          ]}
          values={values}
          refused={answer}
          hidden={written ? { revision: written.revision } : { key: loaderData.formKey }}
          sends={{ name: 'verb', value: written ? 'save' : 'write' }}
          submit="Save draft"
          also={
            <Verb name="verb" value="preview" busyWords="Drawing...">
              Preview
            </Verb>
          }
        />
      </Section>
      <Section item={2} title="As it looks" note="drawn by what sends it">
        {(drawn ?? html) ? (
          <MailFrame html={drawn ?? html} isFirst={drawn !== undefined} />
        ) : (
          <p className="text-muted">Press Preview, and the email appears here. Nothing is saved by that.</p>
        )}
      </Section>
    </Columns>
  )
  const toLists = <VerbLink to={listsPath}>Subscriptions</VerbLink>
  if (!written)
    return (
      <Sheet
        title="New announcement"
        state="Not saved"
        next="Save the draft, then send it to yourself"
        action={toLists}
      >
        {text}
      </Sheet>
    )
  const { state, list, count, isTested, changedAt, changedBy } = written
  const isDraft = state === 'draft'
  return (
    <Sheet
      heading={values.subject}
      state={<Status kind={stateWords[state].kind}>{stateWords[state].word}</Status>}
      next={isDraft ? `It would go to ${peopleWords(count)}` : undefined}
      cells={[
        { label: 'To', value: list },
        { label: 'Revision', value: written.revision },
      ]}
      action={toLists}
    >
      {other?.fieldErrors.form && <SheetNotice kind="no">{other.fieldErrors.form.join(' ')}</SheetNotice>}
      {isTested && !other && <SheetNotice kind="done">A test is on its way to your own address.</SheetNotice>}
      {isDraft ? (
        <>
          {text}
          <SendingForm {...written} refused={sending} />
          <Section item={4} title="Before it goes" note={`saved ${stamp(changedAt)}, ${changedBy}`}>
            <Form method="post" className="flex flex-wrap gap-3">
              <input type="hidden" name="key" value={loaderData.formKey} autoComplete="off" />
              <Verb name="verb" value="test" busyWords="Sending...">
                Send a test to me
              </Verb>
              <Verb name="verb" value="discard" look="stop" busyWords="Discarding...">
                Discard draft
              </Verb>
            </Form>
          </Section>
        </>
      ) : (
        <Columns columns="minmax(0,1fr) minmax(0,1.1fr)">
          <Result {...written} />
          <Section item={2} title="The email">
            <MailFrame html={html} />
          </Section>
        </Columns>
      )}
    </Sheet>
  )
}

const fields = [
  { name: 'subject', label: 'Subject, which is also its heading', required: true },
  { name: 'body', label: 'Text', hint: 'An empty line begins a paragraph.', rows: 10, required: true },
  { name: 'button', label: 'Words of the button', required: true },
  { name: 'path', label: 'Page that it leads to', hint: 'A page of this shop, like /drops.', required: true },
]

function MailFrame({ html, isFirst = false }: { html: string; isFirst?: boolean }) {
  return (
    <iframe
      className="h-[560px] w-full border border-control bg-sheet"
      sandbox=""
      srcDoc={html}
      title="The email"
      tabIndex={0}
      data-focus={isFirst ? '' : undefined}
    />
  )
}

type Shown = NonNullable<Route.ComponentProps['loaderData']['written']>

function Result({ state, list, count, startedAt, doneAt, result }: Shown) {
  const stamp = useStamp()
  return (
    <Section item={1} title="Result">
      <KeyValues
        rows={[
          ['To', `${list}, ${peopleWords(count)}`],
          ['Started', startedAt && stamp(startedAt)],
          ['Done', doneAt && stamp(doneAt)],
          ['Sent', result && `${result.sent} of ${count}`],
          ['Failed, tried again', result && String(result.failed)],
          ['Left the list since', result && String(result.unsubscribed)],
        ]}
      />
      {result && (
        <progress className="mt-3 w-full" max={Math.max(count, 1)} value={result.sent}>
          {result.sent} of {count}
        </progress>
      )}
      {state === 'sending' && (
        <p className="con-hint mt-2">
          Open it again to see how far it is. Who leaves the list meanwhile gets no email.
        </p>
      )}
    </Section>
  )
}

/** Sends what is saved. Another revision is another email: its form starts unchecked. */
function SendingForm({ revision: of, list, count, refused }: Shown & { refused: Refused | undefined }) {
  return (
    <Section item={3} title="Send" note="what is saved">
      <p className="mb-3">
        <b className="font-medium">{peopleWords(count)}</b> on “{list}” get this email now, each once, with a
        one-click way to leave. Who confirms later doesn’t, and who leaves before it reaches them doesn’t
        either.
      </p>
      <RecordForm
        label="Send"
        fields={[
          {
            name: 'confirm',
            label: `I read the email. Send it to ${peopleWords(count)}.`,
            type: 'checkbox',
            required: true,
          },
        ]}
        refused={refused && { ...refused, given: {} }}
        hidden={{ revision: of }}
        sends={{ name: 'verb', value: 'send' }}
        submit="Send"
      />
    </Section>
  )
}
