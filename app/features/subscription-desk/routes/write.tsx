import { redirect } from 'react-router'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { countLists } from '#app/features/subscriptions/store/links.server.ts'
import { WritingForm } from '../components/writing-form.tsx'
import {
  writeAnnouncement,
  newInput,
  writingInput,
  announcementPath,
  listsPath,
  writableTopics,
  requireDesk,
  previewTyped,
} from '../flows.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import type { Route } from './+types/write'

export const handle: StaffHandle = { right: 'subscriptions' }

export const meta = () => [{ title: consoleTitle('New announcement') }]

export async function loader({ context }: Route.LoaderArgs) {
  const topics = writableTopics(await countLists(context.get(shopContext).db))
  return { topics, formKey: secretToken() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const desk = requireDesk(context)
  const form = await readForm(request)
  if (form.has('preview')) return previewTyped(context.get(shopContext), form)
  const parsed = parseForm(writingInput.extend(newInput.shape), form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { id } = await writeAnnouncement(desk, parsed.value)
  return redirect(announcementPath(id), 303)
}

const empty = { topic: 'newsletter', subject: '', body: '', button: 'See the Drops', path: '/drops' }

export default function Write({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title="New announcement"
      heading="New announcement"
      state="Not saved"
      next="Save the draft, then send it to yourself"
      action={<VerbLink to={listsPath}>Subscriptions</VerbLink>}
    >
      <WritingForm
        topics={loaderData.topics}
        hidden={{ key: loaderData.formKey }}
        values={empty}
        answer={actionData}
        html=""
      />
    </Sheet>
  )
}
