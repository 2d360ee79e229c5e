import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { PartsGroup, PartsList, PartsRow } from '#app/features/console/components/parts-list.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { buildStateOf } from '#app/features/builds/rules/decision.ts'
import { listDecisions } from '#app/features/builds/store/decisions.server.ts'
import { listSubmissions } from '#app/features/builds/store/submissions.server.ts'
import { listAnsweredMessages, listOpenMessages } from '#app/features/contact/store.server.ts'
import { listClosedRequests, listOpenRequests } from '#app/features/policies/store.server.ts'
import { kindWords } from '#app/features/policies/words.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCents } from '#app/kit/money.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { dueWords, inboxPath, isLate } from '../rules.ts'
import { buildStateWords } from '../words.ts'
import type { Route } from './+types/inbox'

export const handle: StaffHandle = { right: 'inbox' }

export const meta = () => [{ title: consoleTitle('Inbox') }]

const shownDone = 20

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const [open, closed, waiting, answered, builds] = await Promise.all([
    listOpenRequests(db),
    listClosedRequests(db, shownDone),
    listOpenMessages(db),
    listAnsweredMessages(db, shownDone),
    listSubmissions(db, 50),
  ])
  const decisions = await listDecisions(
    db,
    builds.map(({ id }) => id),
  )
  const today = formatIsoDay(now, timeZone)
  return {
    requests: [...open, ...closed].map(({ id, kind, email, dueAt, closedAt, closedBy }) => ({
      id,
      kind,
      email,
      closedBy,
      due: closedAt ? formatStamp(closedAt, timeZone, now) : dueWords(dueAt, now),
      isOpen: closedAt === null,
      isOver: closedAt === null && dueAt < now,
    })),
    messages: [...waiting, ...answered].map((message) => ({
      id: message.id,
      name: `${message.firstName} ${message.lastName}`.trim(),
      detail: message.item ?? message.message.slice(0, 120),
      received: formatStamp(message.receivedAt, timeZone, now),
      answeredBy: message.answeredBy,
      isLate: message.answeredAt === null && isLate(message.receivedAt, now),
    })),
    builds: builds.map(({ id, name, state, buildCode, orderId, slotState, totalCents, submittedAt }) => ({
      id,
      name,
      state,
      buildCode,
      orderId,
      status: buildStateOf(decisions.get(id), slotState === 'taken', today),
      total: formatCents(totalCents),
      submitted: formatStamp(submittedAt, timeZone, now),
    })),
  }
}

export default function Inbox({ loaderData: { requests, messages, builds } }: Route.ComponentProps) {
  const late = messages.filter((message) => message.isLate).length
  const over = requests.filter(({ isOver }) => isOver).length
  return (
    <Sheet
      title="Inbox"
      heading="Inbox"
      state={
        <Status kind={late + over > 0 ? 'over' : 'done'}>
          {late + over > 0 ? `${late + over} late` : 'In time'}
        </Status>
      }
      next={late > 0 ? 'Answer the messages that wait longer than 24 hours' : undefined}
    >
      <PartsList hasStamps>
        <PartsGroup item={1} title="Data requests" note="45 days each">
          {requests.length === 0 && <EmptyList>Nobody has requested, corrected or deleted data.</EmptyList>}
          {requests.map(({ id, kind, email, due, isOpen, isOver, closedBy }) => (
            <PartsRow
              key={id}
              due={due}
              tone={isOver ? 'stop' : undefined}
              kind={isOpen ? (isOver ? 'over' : 'todo') : 'done'}
              subject={kindWords[kind].label}
              to={`${inboxPath}/requests/${id}`}
              detail={email}
              who={closedBy}
            />
          ))}
        </PartsGroup>
        <PartsGroup item={2} title="Messages and quotes">
          {messages.length === 0 && <EmptyList>No messages.</EmptyList>}
          {messages.map((message) => (
            <PartsRow
              key={message.id}
              due={message.received}
              tone={message.isLate ? 'stop' : undefined}
              kind={message.answeredBy === null ? (message.isLate ? 'over' : 'todo') : 'done'}
              subject={message.name}
              to={`${inboxPath}/messages/${message.id}`}
              detail={message.isLate ? `Over 24 hours. ${message.detail}` : message.detail}
              who={message.answeredBy}
            />
          ))}
        </PartsGroup>
        <PartsGroup item={3} title="Submitted builds" note="The last 50">
          {builds.length === 0 && <EmptyList>No submitted builds.</EmptyList>}
          {builds.map((build) => (
            <PartsRow
              key={build.id}
              due={build.submitted}
              kind={buildStateWords[build.status].kind}
              subject={`${build.name}, ${build.state}`}
              to={`${inboxPath}/builds/${build.id}`}
              detail={`Build ${build.buildCode}. ${buildStateWords[build.status].word}`}
              amount={build.total}
            />
          ))}
        </PartsGroup>
      </PartsList>
    </Sheet>
  )
}
