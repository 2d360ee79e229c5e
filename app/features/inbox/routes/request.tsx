import { staffAction } from '#app/features/staff/action.server.ts'
import { Form, Link } from 'react-router'
import { TextArea } from '#app/features/console/components/fields.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Note } from '#app/features/console/components/marks.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { kindWords } from '#app/features/policies/words.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { HoldingsTable } from '../components/holdings.tsx'
import { answerRequest } from '../flows.server.ts'
import { closeInput } from '../input.ts'
import { inboxPath, replyLink } from '../rules.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/request'
import { showRequest } from './shown-request.server.ts'

export const handle: StaffHandle = { right: 'inbox' }

export const meta = ({ params }: Route.MetaArgs) => [
  { title: consoleTitle(`Data request ${params.request}`) },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  return showRequest(context.get(shopContext), params.request)
}

export const action = staffAction({
  right: 'inbox',
  input: closeInput,
  run: ({ desk, params, input }) => answerRequest(desk, params.request ?? '', input.answer),
  to: ({ params }) => `${inboxPath}/requests/${params.request}`,
  refusal: ({ why }) => ({ answer: [refusalWords(why)] }),
})

export default function DataRequestSheet({ loaderData: shown, actionData }: Route.ComponentProps) {
  const path = `${inboxPath}/requests/${shown.id}`
  return (
    <Sheet
      title={`Data request ${shown.id}`}
      heading={kindWords[shown.kind].label}
      state={
        shown.closed ? (
          <Status kind="done">Closed</Status>
        ) : (
          <Status kind={shown.isOver ? 'over' : 'todo'} figure={shown.due}>
            Open
          </Status>
        )
      }
      next={shown.closed ? undefined : `Answer by ${shown.dueOn}`}
      action={<VerbLink to={inboxPath}>Inbox</VerbLink>}
    >
      {shown.inCheckout && <SheetNotice kind="wait">{shown.inCheckout}</SheetNotice>}
      <Section item={1} title="Request" note={shown.id}>
        <KeyValues
          rows={[
            ['Email', shown.email],
            ['Requested', shown.requestedOn],
            ['Due', shown.dueOn],
            ['Order named', shown.orderCode],
            ['Details', shown.details],
          ]}
        />
      </Section>
      <Section item={2} title="What we hold under this email">
        <HoldingsTable counts={shown.counts} />
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
        <p className="mt-2 flex flex-wrap gap-3">
          {shown.mayExport && <VerbLink to={`${path}/export`}>Export as JSON</VerbLink>}
          {shown.mayDelete && (
            <VerbLink to={`${path}/deletion`} look="stop">
              Delete data
            </VerbLink>
          )}
          <a className="con-link" href={replyLink(shown.email, `Your data request ${shown.id}`)}>
            Write an email
          </a>
        </p>
        {shown.mayExport && (
          <p className="con-hint">Send the file by your mail program, then close the request.</p>
        )}
      </Section>
      <Section item={3} title="Answer">
        {shown.closed ? (
          <Note by={`${shown.closed.by}, ${shown.closed.at}`}>
            <span className="whitespace-pre-line">{shown.closed.answer}</span>
          </Note>
        ) : (
          <Form method="post" className="grid max-w-[76ch] gap-2" aria-label="Close the request" noValidate>
            <TextArea
              label="Answer, which is mailed to the requester"
              name="answer"
              rows={5}
              required
              defaultValue={typedIn(actionData?.given ?? {}, 'answer')}
              errors={actionData?.fieldErrors.answer}
            />
            <span>
              <Verb look="primary" busyWords="Closing...">
                Mail answer and close
              </Verb>
            </span>
          </Form>
        )}
      </Section>
    </Sheet>
  )
}
