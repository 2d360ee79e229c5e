import { Form, redirect } from 'react-router'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { deskFieldsOf, TextArea } from '#app/features/console/components/fields.tsx'
import { Note } from '#app/features/console/components/marks.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { findMessage, listReplies } from '#app/features/contact/store.server.ts'
import { subjectWords } from '#app/features/contact/rules.ts'
import { requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { answerMessage, noteMessage, takeMessage } from '../flows.server.ts'
import { messageInput, replyInput } from '../input.ts'
import { inboxPath, isLate } from '../rules.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/message'

export const handle: StaffHandle = { right: 'inbox' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Message ${params.message}`) }]

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
    replies: replies.map(({ id, by, text, at }) => ({ id, by, text, at: formatStamp(at, timeZone, now()) })),
    received: formatStamp(message.receivedAt, timeZone, now()),
    answered: message.answeredAt && formatStamp(message.answeredAt, timeZone, now()),
    isLate: isLate(message.receivedAt, now()),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const member = requireRight(context, 'inbox')
  const form = await readForm(request)
  const parsed = parseForm(messageInput, form)
  if (!parsed.ok) return formError(422, { form: ['Choose what to do.'] }, {})
  const desk = { ctx: context.get(shopContext), by: member.name, actor: actorOf(member) }
  const { verb } = parsed.value
  const id = params.message
  if (verb === 'reply') {
    const reply = parseForm(replyInput, form)
    if (!reply.ok) return formError(422, reply.fieldErrors, reply.given)
    const { text, key, seen } = reply.value
    const sent = await answerMessage(desk, id, { text, formKey: key, seen })
    if (!sent.ok) return formError(409, { text: [refusalWords(sent.why)] }, reply.given)
    return redirect(`${inboxPath}/messages/${id}`, 303)
  }
  const noted =
    verb === 'take' || verb === 'give_back'
      ? await takeMessage(desk, id, verb)
      : await noteMessage(desk, id, verb)
  return noted.ok
    ? redirect(`${inboxPath}/messages/${id}`, 303)
    : formError(409, { form: [refusalWords(noted.why)] }, {})
}

export default function MessageSheet({ loaderData: message, actionData }: Route.ComponentProps) {
  const subject = message.item ?? subjectWords[message.subject]
  const isOpen = message.answered === null
  const errors = actionData?.fieldErrors ?? {}
  const field = deskFieldsOf(actionData?.given ?? {}, errors)
  return (
    <Sheet
      title={`${message.kind === 'quote' ? 'Quote' : 'Message'} ${message.id}`}
      heading={`${message.firstName} ${message.lastName}`.trim()}
      state={
        isOpen ? (
          <Status kind={message.isLate ? 'over' : 'todo'}>{message.isLate ? 'Over 24 hours' : 'Open'}</Status>
        ) : (
          <Status kind="done">Answered</Status>
        )
      }
      next={isOpen ? 'Answer it here: the answer is mailed and stored' : undefined}
      cells={message.assignedTo ? [{ label: 'With', value: message.assignedTo }] : []}
      action={<VerbLink to={inboxPath}>Inbox</VerbLink>}
    >
      {errors.form && <SheetNotice kind="no">{errors.form.join(' ')}</SheetNotice>}
      <Section item={1} title={subject} note={message.id}>
        <KeyValues
          rows={[
            ['Email', message.email],
            ['Received', message.received],
            ['Answered', message.answered && `${message.answered}, ${message.answeredBy}`],
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
          {message.subject === 'legal' && (
            <VerbLink to={`${inboxPath}/messages/${message.id}/data`}>What we hold</VerbLink>
          )}
        </Form>
      </Section>
      {message.replies.length > 0 && (
        <Section item={2} title="Answers" note="mailed as they are">
          <div className="grid gap-3">
            {message.replies.map(({ id, by, at, text }) => (
              <Note key={id} by={`${by}, ${at}`}>
                <span className="block max-w-[76ch] whitespace-pre-line break-words">{text}</span>
              </Note>
            ))}
          </div>
        </Section>
      )}
      <Section item={3} title={message.replies.length > 0 ? 'Answer again' : 'Answer'}>
        <Form
          key={message.replies.length}
          method="post"
          className="grid max-w-[76ch] gap-2"
          aria-label="Answer by email"
          noValidate
        >
          <input type="hidden" name="verb" value="reply" />
          <input type="hidden" name="key" value={message.formKey} />
          <input type="hidden" name="seen" value={message.replies.at(-1)?.id ?? 0} />
          <TextArea label={`Answer to ${message.email}`} {...field('text')} rows={7} required />
          <span>
            <Verb look="primary" busyWords="Sending...">
              Send the answer
            </Verb>
          </span>
        </Form>
      </Section>
    </Sheet>
  )
}
