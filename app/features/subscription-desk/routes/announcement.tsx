import { Form, redirect } from 'react-router'
import { CheckField, TextField } from '#app/features/console/components/fields.tsx'
import type { Refused } from '#app/features/console/components/record-form.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { countWaitlist } from '#app/features/subscriptions/store/links.server.ts'
import { countLists } from '#app/features/subscriptions/store/links.server.ts'
import { MailFrame, WritingForm } from '../components/writing-form.tsx'
import {
  cancelAnnouncement,
  sendAnnouncement,
  sendingInput,
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
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
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
    count: receivers ?? (await countWaitlist(shop.db, topic)),
    changed: `${stamp(changedAt)}, ${changedBy}`,
    sendAt: stamp(found.sendAt),
    startedAt: stamp(found.startedAt),
    doneAt: stamp(found.doneAt),
    result: await findResult(shop.db, found),
    timeZone: shop.timeZone.replaceAll('_', ' '),
    isTested: new URL(request.url).searchParams.has('tested'),
    refusal: refusalOf(new URL(request.url).searchParams.get('refused')),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const desk = requireDesk(context)
  const form = await readForm(request)
  const id = params.announcement
  const path = announcementPath(id)
  const verb = form.get('do')
  if (verb === 'test') {
    const key = parseForm(newInput, form)
    if (!key.ok) return redirect(path, 303)
    return back(await sendTest(desk, { id, memberId: desk.memberId, key: key.value.key }), `${path}?tested`)
  }
  if (verb === 'send') {
    const sending = parseForm(sendingInput(desk.ctx.timeZone), form)
    if (!sending.ok) return formError(422, sending.fieldErrors, sending.given)
    const sent = await sendAnnouncement(desk, { id, ...sending.value })
    return sent.ok ? redirect(path, 303) : formError(409, { at: [refusalWords[sent.why]] }, sending.given)
  }
  if (verb === 'cancel') return back(await cancelAnnouncement(desk, id), path)
  if (verb === 'discard') return back(await discardAnnouncement(desk, id), listsPath)
  if (form.has('preview')) return previewTyped(context.get(shopContext), form)
  const parsed = parseForm(writingInput.extend({ revision: revisionInput }), form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const changed = await changeAnnouncement(desk, { ...parsed.value, id })
  if (changed.ok) return redirect(path, 303)
  const words =
    'now' in changed
      ? `${changed.now.changedBy} changed this while you wrote. Saving it again replaces what is stored now.`
      : refusalWords[changed.why]
  return formError(409, { form: [words] }, parsed.given)

  function back(done: { ok: true } | { ok: false; why: string }, to: string) {
    return redirect(done.ok ? to : `${path}?refused=${done.why}`, 303)
  }
}

function refusalOf(why: string | null): string | undefined {
  return why && Object.hasOwn(refusalWords, why) ? refusalWords[why as keyof typeof refusalWords] : undefined
}

export default function Announcement({ loaderData, actionData }: Route.ComponentProps) {
  const { state, revision, values, topics, html, list, count, result, refusal, isTested } = loaderData
  const isSending = actionData?.given.do === 'send'
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
      action={<VerbLink to={listsPath}>Subscriptions</VerbLink>}
    >
      {(refusal || isTested) && (
        <SheetNotice kind={refusal ? 'no' : 'done'}>
          {refusal ?? 'A test is on its way to your own address.'}
        </SheetNotice>
      )}
      {state === 'draft' ? (
        <WritingForm
          topics={topics}
          values={values}
          answer={isSending ? undefined : actionData}
          hidden={{ revision }}
          html={html}
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
      {state === 'draft' && (
        <SendingForm announcement={loaderData} refused={isSending ? actionData : undefined} />
      )}
      {!result && (
        <Section item={4} title="Before it goes" note={`saved ${loaderData.changed}`}>
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

type SendingFormProps = {
  announcement: Route.ComponentProps['loaderData']
  refused: Refused | undefined
}

/** Sends what is saved. Another revision is another email: its form starts unchecked. */
function SendingForm({ announcement: { revision, list, count, timeZone }, refused }: SendingFormProps) {
  const { fieldErrors: errors = {}, given = {} } = refused ?? {}
  const when = typedIn(given, 'when') || 'now'
  return (
    <Section item={3} title="Send" note="what is saved">
      <p>
        <b className="font-medium">{peopleWords(count)}</b> on “{list}” get this email, each once, with a
        one-click way to leave. Who confirms later doesn’t, and who leaves before it reaches them doesn’t
        either.
      </p>
      <Form method="post" className="mt-3 grid max-w-[620px] gap-3" noValidate aria-label="Send">
        <input type="hidden" name="do" value="send" />
        <input type="hidden" name="revision" value={revision} />
        <fieldset className="grid gap-2">
          <legend className="con-label mb-1">When</legend>
          <CheckField type="radio" name="when" value="now" label="Now" defaultChecked={when === 'now'} />
          <CheckField
            type="radio"
            name="when"
            value="later"
            label="Later"
            defaultChecked={when === 'later'}
          />
        </fieldset>
        <TextField
          label={`Day and time, in ${timeZone}`}
          name="at"
          type="datetime-local"
          defaultValue={typedIn(given, 'at')}
          errors={errors.at ?? errors.when ?? errors.revision}
        />
        <CheckField
          name="confirm"
          value="yes"
          label={`I read the email. Send it to ${peopleWords(count)}.`}
          required
          aria-invalid={errors.confirm ? true : undefined}
          aria-describedby={errors.confirm && 'confirm-error'}
        />
        {errors.confirm && (
          <p className="con-error" id="confirm-error" role="alert">
            {errors.confirm.join(' ')}
          </p>
        )}
        <span>
          <Verb look="primary" busyWords="Working...">
            Send or schedule
          </Verb>
        </span>
      </Form>
    </Section>
  )
}
