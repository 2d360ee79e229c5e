import { data, Form, redirect } from 'react-router'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { countReceivers } from '#app/features/subscriptions/store/announce.server.ts'
import { countLists } from '#app/features/subscriptions/store/links.server.ts'
import { MailFrame, type Conflict, WritingForm } from '../components/writing-form.tsx'
import {
  cancelAnnouncement,
  changeAnnouncement,
  discardAnnouncement,
  newInput,
  revisionInput,
  sendTest,
  writingInput,
  announcementPath,
  listName,
  listsPath,
  shownStateOf,
  writableTopics,
  peopleWords,
  refusalWords,
  sectionTitles,
  stateWords,
  requireDesk,
  requireWritten,
  previewMail,
  previewTyped,
  findResult,
} from '../flows.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import type { Route } from './+types/announcement'

export const handle: StaffHandle = { right: 'subscriptions' }

export const meta = () => [{ title: consoleTitle('Announcement') }]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const found = await requireWritten(shop.db, params.announcement)
  const lists = await countLists(shop.db)
  const now = shop.now()
  const stamp = (at: Date | null) => at && formatStamp(at, shop.timeZone, now)
  const { id, subject, body, button, path, topic, revision, changedBy, changedAt, receivers } = found
  return {
    formKey: secretToken(),
    id,
    state: shownStateOf(found, now),
    revision,
    values: { topic, subject, body, button, path },
    list: listName(topic, lists.find((one) => one.topic === topic)?.title ?? null),
    topics: writableTopics(lists),
    html: await previewMail(shop, found),
    count: receivers ?? (await countReceivers(shop.db, topic)),
    changed: `${stamp(changedAt)}, ${changedBy}`,
    sendAt: stamp(found.sendAt),
    startedAt: stamp(found.startedAt),
    doneAt: stamp(found.doneAt),
    result: await findResult(shop.db, found),
    isTested: new URL(request.url).searchParams.has('tested'),
    refusal: refusalOf(new URL(request.url).searchParams.get('refused')),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const desk = requireDesk(context)
  const form = await readForm(request)
  const id = params.announcement
  const path = announcementPath(id)
  switch (form.get('do')) {
    case 'test': {
      const key = parseForm(newInput, form)
      if (!key.ok) return redirect(path, 303)
      const done = await sendTest(desk, { id, memberId: desk.memberId, key: key.value.key })
      return redirect(done.ok ? `${path}?tested` : `${path}?refused=${done.why}`, 303)
    }
    case 'cancel': {
      const done = await cancelAnnouncement(desk, id)
      return redirect(done.ok ? path : `${path}?refused=${done.why}`, 303)
    }
    case 'discard': {
      const done = await discardAnnouncement(desk, id)
      return redirect(done.ok ? listsPath : `${path}?refused=${done.why}`, 303)
    }
    default:
  }
  if (form.has('preview')) return previewTyped(context.get(shopContext), form)
  const [parsed, revision] = [parseForm(writingInput, form), parseForm(revisionInput, form)]
  if (!parsed.ok) return failed(422, parsed.fieldErrors, parsed.given)
  if (!revision.ok) return failed(422, { subject: revision.fieldErrors.revision }, parsed.given)
  const changed = await changeAnnouncement(desk, {
    ...parsed.value,
    id,
    revision: revision.value.revision,
  })
  if (changed.ok) return redirect(path, 303)
  if (changed.why !== 'changed' || !('now' in changed))
    return failed(409, { subject: [refusalWords[changed.why]] }, parsed.given)
  const theirs = changed.now
  const fields = (['topic', 'subject', 'body', 'button', 'path'] as const).flatMap((field) =>
    theirs[field] === parsed.value[field]
      ? []
      : [{ label: fieldLabels[field], mine: parsed.value[field], theirs: theirs[field] }],
  )
  return failed(409, {}, parsed.given, { by: theirs.changedBy, fields })
}

function failed(status: 409 | 422, fieldErrors: FieldErrors, given: SubmittedFields, conflict?: Conflict) {
  return data({ fieldErrors, given, conflict }, { status })
}

const fieldLabels = { topic: 'To', subject: 'Subject', body: 'Text', button: 'Button', path: 'Page' }

function refusalOf(why: string | null): string | undefined {
  return why && Object.hasOwn(refusalWords, why) ? refusalWords[why as keyof typeof refusalWords] : undefined
}

export default function Announcement({ loaderData, actionData }: Route.ComponentProps) {
  const { id, state, revision, values, topics, html, list, count, result, refusal, isTested } = loaderData
  const path = announcementPath(id)
  const drawn = actionData && 'html' in actionData ? actionData.html : undefined
  return (
    <Sheet
      title="Announcement"
      heading={values.subject}
      state={<Status kind={stateWords[state].kind}>{stateWords[state].word}</Status>}
      next={state === 'draft' ? `It would go to ${peopleWords(count)}` : undefined}
      cells={[
        { label: 'To', value: list },
        { label: 'Revision', value: revision },
      ]}
      action={
        state === 'draft' ? (
          <VerbLink look="primary" to={`${path}/sending`}>
            Send or schedule
          </VerbLink>
        ) : (
          <VerbLink to={listsPath}>Subscriptions</VerbLink>
        )
      }
    >
      {(refusal || isTested) && (
        <SheetNotice kind={refusal ? 'no' : 'done'}>
          {refusal ?? 'A test is on its way to your own address.'}
        </SheetNotice>
      )}
      {state === 'draft' ? (
        <WritingForm
          topics={topics}
          values={actionData?.given ?? values}
          errors={actionData?.fieldErrors ?? {}}
          conflict={actionData && 'conflict' in actionData ? actionData.conflict : undefined}
          revision={revision}
          html={drawn ?? html}
          isPreview={drawn !== undefined}
        />
      ) : (
        <Columns columns="minmax(0,1fr) minmax(0,1.1fr)">
          <div>
            <SendingProgress announcement={loaderData} />
          </div>
          <div>
            <Section item={2} title="The email">
              <MailFrame html={html} />
            </Section>
          </div>
        </Columns>
      )}
      {!result && (
        <Section item={3} title="Before it goes" note={`saved ${loaderData.changed}`}>
          <div className="flex flex-wrap gap-3">
            <Form method="post">
              <input type="hidden" name="do" value="test" />
              <input type="hidden" name="key" value={loaderData.formKey} autoComplete="off" />
              <Verb busyWords="Sending...">Send a test to me</Verb>
            </Form>
            {state === 'draft' && (
              <Form method="post">
                <input type="hidden" name="do" value="discard" />
                <Verb look="stop" busyWords="Discarding...">
                  Discard draft
                </Verb>
              </Form>
            )}
          </div>
        </Section>
      )}
    </Sheet>
  )
}

function SendingProgress({ announcement }: { announcement: Route.ComponentProps['loaderData'] }) {
  const { state, list, count, sendAt, startedAt, doneAt, result } = announcement
  return (
    <Section item={1} title={sectionTitles[state] ?? 'Result'}>
      <KeyValues
        rows={[
          ['To', `${list}, ${peopleWords(count)}`],
          [state === 'scheduled' || state === 'due' ? 'Goes out' : 'Scheduled for', sendAt],
          ['Started', startedAt],
          ['Done', doneAt],
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
      {(state === 'scheduled' || state === 'due') && (
        <Form method="post" className="mt-3">
          <input type="hidden" name="do" value="cancel" />
          <Verb look="stop" busyWords="Canceling...">
            {state === 'due' ? 'Stop it' : 'Cancel the schedule'}
          </Verb>
        </Form>
      )}
      {state === 'sending' && (
        <p className="con-hint mt-2">
          Open it again to see how far it is. Who leaves the list meanwhile gets no email.
        </p>
      )}
    </Section>
  )
}
