import { EmptyList } from '#app/features/console/components/section.tsx'
import { PartsGroup, PartsList, PartsRow } from '#app/features/console/components/parts-list.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { buildStateOf } from '#app/features/builds/rules.ts'
import { listDecisions } from '#app/features/builds/store/decisions.server.ts'
import { listSubmissions } from '#app/features/builds/store/submissions.server.ts'
import { senderName } from '#app/features/contact/rules.ts'
import { listAnsweredMessages, listOpenMessages } from '#app/features/contact/store.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCents } from '#app/kit/money.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
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
      ...message,
      isLate: message.answeredAt === null && isLate(message.receivedAt, now),
    })),
    builds: builds.map((build) => ({
      ...build,
      status: buildStateOf(decisions.get(build.id), build.slotState === 'taken', today),
    })),
  }
}

export default function Inbox({ loaderData: { messages, builds } }: Route.ComponentProps) {
  const stamp = useStamp()
  const late = messages.filter((message) => message.isLate).length
  return (
    <Sheet
      state={<Status kind={late > 0 ? 'over' : 'done'}>{late > 0 ? `${late} late` : 'In time'}</Status>}
      next={late > 0 ? 'Answer the messages that wait longer than 24 hours' : undefined}
    >
      <PartsList hasStamps>
        <PartsGroup item={1} title="Messages">
          {messages.length === 0 && <EmptyList>No messages.</EmptyList>}
          {messages.map((message) => (
            <PartsRow
              key={message.id}
              due={stamp(message.receivedAt)}
              tone={message.isLate ? 'stop' : undefined}
              kind={message.answeredBy === null ? (message.isLate ? 'over' : 'todo') : 'done'}
              subject={senderName(message)}
              to={`${inboxPath}/messages/${message.id}`}
              detail={`${message.isLate ? 'Over 24 hours. ' : ''}${message.message.slice(0, 120)}`}
              who={message.answeredBy}
            />
          ))}
        </PartsGroup>
        <PartsGroup item={2} title="Submitted builds" note="The last 50">
          {builds.length === 0 && <EmptyList>No submitted builds.</EmptyList>}
          {builds.map((build) => (
            <PartsRow
              key={build.id}
              due={stamp(build.submittedAt)}
              kind={buildStateWords[build.status].kind}
              subject={`${build.name}, ${build.state}`}
              to={`${inboxPath}/builds/${build.id}`}
              detail={`Build ${build.buildCode}. ${buildStateWords[build.status].word}`}
              amount={formatCents(build.totalCents)}
            />
          ))}
        </PartsGroup>
      </PartsList>
    </Sheet>
  )
}
