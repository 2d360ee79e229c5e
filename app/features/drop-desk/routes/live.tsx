import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { ownColorStyle } from '#app/art/art-theme.ts'
import { deskStatus } from '#app/features/drops/rules/desk-status.ts'
import { ownColorsOf } from '#app/features/drops/rules/art-lines.ts'
import { dropNumberWords } from '#app/features/drops/words.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { LiveBoard } from '../components/live-board.tsx'
import { verbsFor } from '../rules.ts'
import { statusWords, verbWords } from '../words.ts'
import type { Route } from './+types/live'
import { readBoard } from './board.server.ts'
import { noSuchDrop } from './desk.server.ts'

export const handle: StaffHandle = { right: 'drops.write' }

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleTitle(loaderData ? `${loaderData.name} live` : 'Live board') },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const moment = now()
  const board = await readBoard(db, params.slug, moment)
  if (!board) throw noSuchDrop(params.slug)
  return {
    board,
    name: board.name,
    ownColors: ownColorStyle(ownColorsOf(board)),
    opened: board.launchDate ? formatStamp(board.launchDate, timeZone, moment) : '',
    timeZone,
  }
}

export default function Live({ loaderData, params }: Route.ComponentProps) {
  const { board } = loaderData
  const status = deskStatus({
    drop: { status: board.status, pausedAt: board.isPaused ? new Date(0) : null },
    archivedAt: null,
    launchAt: board.launchDate,
  })
  const { kind, word } = statusWords[status]
  const [next] = verbsFor(status)
  const title = `Live board ${dropNumberWords(board.dropNumber)}`
  return (
    <Sheet
      title={title}
      heading={`${board.name}, drop ${dropNumberWords(board.dropNumber)}`}
      state={<Status kind={kind}>{word}</Status>}
      next={loaderData.opened && `Opened ${loaderData.opened}`}
      cells={[
        { label: 'Open', value: board.counts.open },
        { label: 'Held', value: board.counts.held },
        { label: 'Sold', value: board.counts.taken },
      ]}
      action={
        <>
          <VerbLink to={`/staff/drops/${board.slug}`}>Its sheet</VerbLink>
          {(next === 'pause' || next === 'resumption' || next === 'launch') && (
            <VerbLink
              look={next === 'pause' ? 'stop' : 'primary'}
              to={`/staff/drops/${board.slug}/${next}`}
              shortcut="⇧P"
            >
              {verbWords[next].label}
            </VerbLink>
          )}
        </>
      }
    >
      <div data-board={`/staff/drops/${params.slug}/live/events`}>
        <LiveBoard board={board} timeZone={loaderData.timeZone} ownColors={loaderData.ownColors} />
      </div>
    </Sheet>
  )
}
