import { Form, Link } from 'react-router'
import { z } from 'zod'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { deleteData, requireAsked } from '../flows.server.ts'
import { answerDataBy, countInCheckout, dueWords, inboxPath } from '../rules.ts'
import { readHoldings } from '../store/holdings.server.ts'
import { inCheckoutWords, refusalWords } from '../words.ts'
import type { Route } from './+types/data'

export const handle: StaffHandle = { right: 'inbox' }

export const meta = () => [{ title: consoleTitle('Data of a sender') }]

const kinds = {
  orders: {
    name: 'Orders and seats',
    onDeletion:
      'Paid orders stay: they are business, tax and firearm records. Unpaid ended ones lose their buyer',
  },
  messages: { name: 'Messages', onDeletion: 'Deleted, except those about the law' },
  subscriptions: { name: 'Lists and waitlists', onDeletion: 'Deleted, with their places on waitlists' },
  builds: {
    name: 'Submitted builds',
    onDeletion: 'Deleted. A build with an order stays as long as the order',
  },
  worksheets: { name: 'Trust worksheets', onDeletion: 'Deleted. The trust pack stays usable' },
  documents: {
    name: 'Requested documents',
    onDeletion: 'Deleted, except while a review of an open order needs them',
  },
} as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const asked = await requireAsked(shop.db, params.message)
  if (!asked.ok)
    throw notFound('No Such Message', {
      text: refusalWords(asked.why),
      link: { to: inboxPath, label: 'Inbox' },
    })
  const { email, receivedAt, answeredAt } = asked.message
  const held = await readHoldings(shop.db, email)
  const dueAt = answerDataBy(receivedAt)
  return {
    id: params.message,
    email,
    isOpen: answeredAt === null,
    isOver: dueAt < shop.now(),
    due: dueWords(dueAt, shop.now()),
    dueOn: formatDay(dueAt, shop.timeZone),
    orders: held.orders.map(({ id, state }) => ({ id, state })),
    rows: (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({
      ...kinds[kind],
      count: held[kind].length,
    })),
    inCheckout: inCheckoutWords(countInCheckout(held)),
  }
}

export const action = staffAction({
  right: 'inbox',
  recent: true,
  input: z.object({}),
  run: ({ desk, params }) => deleteData(desk, params.message ?? ''),
  to: ({ params }) => `${inboxPath}/messages/${params.message}/data`,
  refusal: ({ why }) => refusalWords(why),
})

export default function DataOfSender({ loaderData: shown, actionData }: Route.ComponentProps) {
  const message = `${inboxPath}/messages/${shown.id}`
  return (
    <Sheet
      title="What we hold"
      heading={shown.email}
      state={
        shown.isOpen ? (
          <Status kind={shown.isOver ? 'over' : 'todo'} figure={shown.due}>
            Open
          </Status>
        ) : (
          <Status kind="done">Answered</Status>
        )
      }
      next={shown.isOpen ? `Answer by ${shown.dueOn}` : undefined}
      action={<VerbLink to={message}>Back to the message</VerbLink>}
    >
      {actionData?.fieldErrors.form && <SheetNotice kind="no">{actionData.fieldErrors.form}</SheetNotice>}
      {shown.inCheckout && <SheetNotice kind="wait">{shown.inCheckout}</SheetNotice>}
      <Section item={1} title="Under this email">
        <div className="overflow-x-auto">
          <DenseTable
            caption="What we hold"
            columns={[
              { key: 'what', label: 'What', width: 160 },
              { key: 'count', label: 'Count', width: 64, kind: 'number' },
              { key: 'deletion', label: 'On deletion' },
            ]}
            rows={shown.rows.map(({ name, count, onDeletion }) => ({
              id: name,
              cells: [
                name,
                count,
                <span key="deletion" className="whitespace-normal">
                  {onDeletion}
                </span>,
              ],
            }))}
          />
        </div>
        {shown.orders.length > 0 && (
          <ul className="mt-2 grid gap-1.5" aria-label="Orders">
            {shown.orders.map(({ id, state }) => (
              <li key={id}>
                <Link className="con-link" to={`/staff/orders/${id}`}>
                  {id}
                </Link>{' '}
                {state.replaceAll('_', ' ')}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section item={2} title="Answer a request">
        <p className="max-w-[76ch]">
          Make sure first that the address is the sender’s: ask them by email to confirm, and wait for the
          reply.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <VerbLink to={`${message}/export`}>Export as JSON</VerbLink>
          <Form method="post">
            <Verb look="stop" busyWords="Deleting...">
              Delete now
            </Verb>
          </Form>
        </div>
        <p className="con-hint">Send the file by your mail program. A deletion cannot be undone.</p>
      </Section>
    </Sheet>
  )
}
