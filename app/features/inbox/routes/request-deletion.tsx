import { staffAction } from '#app/features/staff/action.server.ts'
import { Form } from 'react-router'
import { z } from 'zod'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { HoldingsTable } from '../components/holdings.tsx'
import { deleteData } from '../flows.server.ts'
import { inboxPath } from '../rules.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/request-deletion'
import { showRequest } from './shown-request.server.ts'

export const handle: StaffHandle = { right: 'inbox' }

export const meta = () => [{ title: consoleTitle('Delete data') }]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requireRecentSignIn(context, request)
  return showRequest(context.get(shopContext), params.request)
}

export const action = staffAction({
  right: 'inbox',
  recent: true,
  input: z.object({}),
  run: ({ desk, params }) => deleteData(desk, params.request ?? ''),
  to: ({ params }) => `${inboxPath}/requests/${params.request}`,
  refusal: ({ why }) => refusalWords(why),
})

export default function DataDeletion({ loaderData: shown, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title={`Data request ${shown.id}`}
      heading={`Delete the data of ${shown.email}`}
      action={<VerbLink to={`${inboxPath}/requests/${shown.id}`}>Back to the request</VerbLink>}
    >
      {actionData?.fieldErrors.form && (
        <SheetNotice kind="no">{actionData.fieldErrors.form.join(' ')}</SheetNotice>
      )}
      {shown.inCheckout && <SheetNotice kind="wait">{shown.inCheckout}</SheetNotice>}
      <Section title="This cannot be undone">
        <HoldingsTable counts={shown.counts} />
        {shown.mayDelete ? (
          <Form method="post" className="mt-3">
            <Verb look="stop" busyWords="Deleting...">
              Delete now
            </Verb>
          </Form>
        ) : (
          <p className="mt-3 text-muted">This request is no open request for deletion.</p>
        )}
      </Section>
    </Sheet>
  )
}
