import { staffAction } from '#app/features/staff/action.server.ts'
import { Form, redirect } from 'react-router'
import { CheckField, TextField } from '#app/features/console/components/fields.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { countWaitlist } from '#app/features/subscriptions/store/links.server.ts'
import { MailFrame } from '../components/writing-form.tsx'
import {
  sendAnnouncement,
  sendingInput,
  announcementPath,
  listName,
  peopleWords,
  refusalWords,
  requireWritten,
  previewMail,
} from '../flows.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import type { Route } from './+types/sending'

export const handle: StaffHandle = { right: 'subscriptions' }

export const meta = () => [{ title: consoleTitle('Send an announcement') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const found = await requireWritten(shop.db, params.announcement)
  if (found.state !== 'draft') throw redirect(announcementPath(found.id))
  return {
    id: found.id,
    subject: found.subject,
    revision: found.revision,
    list: listName(found.topic, null),
    count: await countWaitlist(shop.db, found.topic),
    html: await previewMail(shop, found),
    timeZone: shop.timeZone,
  }
}

export const action = staffAction({
  right: 'subscriptions',
  input: ({ desk }) => sendingInput(desk.timeZone),
  run: ({ desk, params, input }) => sendAnnouncement(desk, { id: params.announcement ?? '', ...input }),
  to: ({ params }) => announcementPath(params.announcement ?? ''),
  refusal: ({ why }) => ({ at: [refusalWords[why]] }),
})

export default function Sending({ loaderData, actionData }: Route.ComponentProps) {
  const { id, subject, revision, list, count, html, timeZone } = loaderData
  const errors = actionData?.fieldErrors ?? {}
  const given = actionData?.given ?? {}
  const when = typedIn(given, 'when') || 'now'
  return (
    <Sheet
      title="Send an announcement"
      heading={subject}
      state={<Status kind="todo">Draft</Status>}
      next={`It goes to ${peopleWords(count)}, each once, with a one-click way to leave`}
      cells={[{ label: 'To', value: list }]}
      action={<VerbLink to={announcementPath(id)}>Back to the draft</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) minmax(0,1.1fr)">
        <div>
          <Section item={1} title="What follows">
            <p>
              <b className="font-medium">{peopleWords(count)}</b> on “{list}” get this email. Who confirms
              later doesn’t, and who leaves before it reaches them doesn’t either.
            </p>
            {/* Another revision is another email: its form starts unchecked. */}
            <Form method="post" className="mt-3 grid gap-3" noValidate aria-label="Send">
              <input type="hidden" name="revision" value={revision} />
              <fieldset className="grid gap-2">
                <legend className="con-label mb-1">When</legend>
                <CheckField
                  type="radio"
                  name="when"
                  value="now"
                  label="Now"
                  defaultChecked={when === 'now'}
                />
                <CheckField
                  type="radio"
                  name="when"
                  value="later"
                  label="Later"
                  defaultChecked={when === 'later'}
                />
              </fieldset>
              <TextField
                label={`Day and time, in ${timeZone.replaceAll('_', ' ')}`}
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
        </div>
        <div>
          <Section item={2} title="The email">
            <MailFrame html={html} />
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}
