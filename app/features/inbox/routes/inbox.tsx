import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { PartsGroup, PartsList, PartsRow } from '#app/features/console/components/parts-list.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { buildStateOf } from '#app/features/builds/rules.ts'
import { listDecisions } from '#app/features/builds/store/decisions.server.ts'
import { listSubmissions } from '#app/features/builds/store/submissions.server.ts'
import { listAnsweredMessages, listOpenMessages } from '#app/features/contact/store.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCents } from '#app/kit/money.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { buildStateWords, inboxPath, isLate } from '../rules.ts'
import type { Route } from './+types/inbox'

export const handle: StaffHandle = { right: 'inbox', title: 'Inbox' }

const shownDone = 20

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const [waiting, answered, builds] = await Promise.all([
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
    messages: [...waiting, ...answered].map((message) => ({
      id: message.id,
      name: `${message.firstName} ${message.lastName}`.trim(),
      detail: message.message.slice(0, 120),
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

export default function Inbox({ loaderData: { messages, builds } }: Route.ComponentProps) {
  const late = messages.filter((message) => message.isLate).length
  return (
    <Sheet
      title="Inbox"
      heading="Inbox"
      state={<Status kind={late > 0 ? 'over' : 'done'}>{late > 0 ? `${late} late` : 'In time'}</Status>}
      next={late > 0 ? 'Answer the messages that wait longer than 24 hours' : undefined}
    >
      <PartsList hasStamps>
        <PartsGroup item={1} title="Messages">
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
        <PartsGroup item={2} title="Submitted builds" note="The last 50">
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
