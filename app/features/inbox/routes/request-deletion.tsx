import { Form, redirect } from 'react-router'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { refused } from '#app/http/refused.ts'
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

export async function action({ context, params, request }: Route.ActionArgs) {
  const member = requireRight(context, 'inbox')
  await requireRecentSignIn(context, request)
  const desk = { ctx: context.get(shopContext), by: member.name, actor: actorOf(member) }
  const deleted = await deleteData(desk, params.request)
  if (!deleted.ok) return refused(refusalWords(deleted.why))
  return redirect(`${inboxPath}/requests/${params.request}`, 303)
}

export default function DataDeletion({ loaderData: shown, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title={`Data request ${shown.id}`}
      heading={`Delete the data of ${shown.email}`}
      action={<VerbLink to={`${inboxPath}/requests/${shown.id}`}>Back to the request</VerbLink>}
    >
      {actionData && <SheetNotice kind="no">{actionData.refusal}</SheetNotice>}
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
