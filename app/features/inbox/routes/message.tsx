import { Form } from 'react-router'
import { z } from 'zod'
import { actAs, type Recorded } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { KeyValues, Section } from '#app/features/console/components/section.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Note, useStamp, Status } from '#app/features/console/components/status.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbForm, VerbLink } from '#app/features/console/components/verb.tsx'
import {
  assignMessage,
  findMessage,
  listReplies,
  markAnswered,
  reopenMessage,
  replyToMessage,
} from '#app/features/contact/store.server.ts'
import { messageFacts, senderName, subjectWords } from '#app/features/contact/rules.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { type Desk, staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { formKey } from '#app/kit/fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { formatDay } from '#app/kit/dates.ts'
import { answerDataBy, inboxPath, isLate, refusalWords } from '../rules.ts'
import { deleteData } from '../store/holdings.server.ts'
import type { Route } from './+types/message'

export const handle: StaffHandle = { right: 'inbox' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, timeZone, now } = context.get(shopContext)
  const found = await findMessage(db, params.message)
  if (!found)
    throw notFound('No Such Message', {
      text: `There is no message ${params.message}. Messages are deleted after two years.`,
      link: { to: inboxPath, label: 'Inbox' },
    })
  const { onceKey: _, ...message } = found
  const replies = await listReplies(db, [found.id])
  return {
    ...message,
    isMine: found.assignedTo === staffMember(context).name,
    formKey: secretToken(),
    replies,
    isLate: isLate(message.receivedAt, now()),
    dueOn: message.subject === 'legal' ? formatDay(answerDataBy(message.receivedAt), timeZone) : undefined,
  }
}

const pathOf = ({ params }: { params: Readonly<Record<string, string>> }) =>
  `${inboxPath}/messages/${params.message}`

const maxAnswerLength = 4_000

/** `key` is the form's own: sent twice, it is one answer. `seen` is the newest answer that the form's page shows, or 0. */
const replyInput = z.object({
  text: z
    .string('Write the answer: it is mailed')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Write the answer: it is mailed')
        .max(maxAnswerLength, `Keep this under ${maxAnswerLength} characters`),
    ),
  key: formKey,
  seen: z.coerce.number().int().min(0),
})

/** A verb of one button. */
const mark = (run: (desk: Desk, id: string) => Promise<Recorded<{ ok: true } | Refusal>>, recent = false) =>
  staffAction({
    right: 'inbox',
    recent,
    input: z.object({}),
    run: ({ desk, params }) => run(desk, params.message ?? ''),
    to: pathOf,
    refusal: ({ why }) => refusalWords(why),
  })

const assign = (toMe: boolean) =>
  mark(({ ctx, actor, by }, id) => {
    const to = toMe ? by : null
    const data = ({ before }: { before: string | null }) =>
      changeOf({ assignedTo: before }, { assignedTo: to })
    return actAs(ctx, actor, { verb: 'message-assign', subject: id, data }, (work) =>
      assignMessage(work, id, to),
    )
  })

export const forms = {
  take: assign(true),
  give_back: assign(false),
  answered: mark(({ ctx, actor, by }, id) =>
    actAs(ctx, actor, { verb: 'message-answered', subject: id, data: {} }, (work) =>
      markAnswered(work, id, by),
    ),
  ),
  reopen: mark(({ ctx, actor }, id) =>
    actAs(ctx, actor, { verb: 'message-reopen', subject: id, data: {} }, (work) => reopenMessage(work, id)),
  ),
  delete_data: mark(deleteData, true),
  /** By email, which closes it. The answer is stored beside it; the log only says that there was one. */
  reply: staffAction({
    right: 'inbox',
    input: replyInput,
    run({ desk: { ctx, actor, by }, params: { message: id = '' }, input: { key, ...reply } }) {
      const data = ({ isFirst }: { isFirst: boolean }) => (isFirst ? { characters: reply.text.length } : null)
      return actAs(ctx, actor, { verb: 'message-reply', subject: id, data }, async (work) => {
        const sent = await replyToMessage(work, id, { ...reply, formKey: key, by })
        if (sent.ok && sent.isFirst) await markAnswered(work, id, by)
        return sent
      })
    },
    to: pathOf,
    refusal: ({ why }) => refusalWords(why),
  }),
}

export const action = staffVerbs(forms)

export default function MessageSheet({ loaderData: message, actionData }: Route.ComponentProps) {
  const stamp = useStamp()
  const isOpen = message.answeredAt === null
  const refusal = actionData?.fieldErrors.form
  return (
    <Sheet
      title={`Message ${message.id}`}
      heading={senderName(message)}
      state={
        isOpen ? (
          <Status kind={message.isLate ? 'over' : 'todo'}>{message.isLate ? 'Over 24 hours' : 'Open'}</Status>
        ) : (
          <Status kind="done">Answered</Status>
        )
      }
      next={
        isOpen
          ? `Answer it here: the answer is mailed and stored${message.dueOn ? `. A request about data: by ${message.dueOn}` : ''}`
          : undefined
      }
      cells={message.assignedTo ? [{ label: 'With', value: message.assignedTo }] : []}
      action={<VerbLink to={inboxPath}>Inbox</VerbLink>}
    >
      {refusal && actionData?.given.verb !== 'reply' && (
        <SheetNotice kind="no">{refusal.join(' ')}</SheetNotice>
      )}
      <Section item={1} title={subjectWords[message.subject]} note={message.id}>
        <KeyValues
          rows={[
            ...Object.entries(messageFacts(message)),
            ['Received', stamp(message.receivedAt)],
            ['Answered', message.answeredAt && `${stamp(message.answeredAt)}, ${message.answeredBy}`],
          ]}
        />
        <p className="mt-3 max-w-[76ch] whitespace-pre-line break-words">{message.message}</p>
        <Form method="post" className="mt-3 flex flex-wrap gap-3" aria-label="Note on the message">
          <Verb name="verb" value={message.isMine ? 'give_back' : 'take'}>
            {message.isMine ? 'Give it back' : 'Take it on'}
          </Verb>
          <Verb name="verb" value={isOpen ? 'answered' : 'reopen'}>
            {isOpen ? 'Close without an answer' : 'Reopen'}
          </Verb>
        </Form>
      </Section>
      {message.replies.length > 0 && (
        <Section item={2} title="Answers" note="mailed as they are">
          <div className="grid gap-3">
            {message.replies.map(({ id, by, at, text }) => (
              <Note key={id} by={`${by}, ${stamp(at)}`}>
                <span className="block max-w-[76ch] whitespace-pre-line break-words">{text}</span>
              </Note>
            ))}
          </div>
        </Section>
      )}
      <Section item={3} title={message.replies.length > 0 ? 'Answer again' : 'Answer'}>
        <RecordForm
          key={message.replies.length}
          label="Answer by email"
          fields={[{ name: 'text', label: `Answer to ${message.email}`, rows: 7, required: true }]}
          refused={actionData?.given.verb === 'reply' ? actionData : undefined}
          hidden={{ key: message.formKey, seen: message.replies.at(-1)?.id ?? 0 }}
          sends={{ name: 'verb', value: 'reply' }}
          submit="Send the answer"
        />
      </Section>
      {message.dueOn && <HeldData message={message.id} />}
    </Sheet>
  )
}

/** What they may ask for who write about the law. */
function HeldData({ message }: { message: string }) {
  return (
    <Section item={4} title="What we hold of the sender">
      <div className="grid max-w-[76ch] gap-3">
        <p>
          Make sure first that the address is the sender’s: ask them by email to confirm, and wait for the
          reply. Send the file by your mail program. A deletion cannot be undone.
        </p>
        <p>
          Deleted are messages and quotes, except those about the law, lists and waitlists, submitted builds
          without an order, trust worksheets, and documents that no review of an open order needs. Paid orders
          stay: they are business, tax and firearm records. Unpaid ended ones lose their buyer. What is being
          paid for now is left: delete again in ten minutes.
        </p>
        <div className="flex flex-wrap gap-3">
          <VerbLink to={`${inboxPath}/messages/${message}/export`}>Export as JSON</VerbLink>
          <VerbForm name="verb" value="delete_data" look="stop" busyWords="Deleting...">
            Delete now
          </VerbForm>
        </div>
      </div>
    </Section>
  )
}
