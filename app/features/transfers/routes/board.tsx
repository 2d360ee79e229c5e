import { Outlet, useParams } from 'react-router'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Frame } from '#app/features/console/components/marks.tsx'
import { Columns } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { Board } from '../components/board.tsx'
import { findBoard } from '../store/board.server.ts'
import type { Route } from './+types/board'

export const handle: StaffHandle = { right: 'transfers' }

export const meta = () => [{ title: 'Transfers | PACo console' }]

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return { board: await findBoard(shop.db, { now: shop.now(), timeZone: shop.timeZone }) }
}

/** Firearms on their way to their buyers, by dealer and stage. */
export default function TransferBoard({ loaderData: { board } }: Route.ComponentProps) {
  const { order, position } = useParams()
  const slips = board.rows.flatMap((row) => row.slips)
  const long = slips.filter(({ isLong }) => isLong).length
  const isOpen = order !== undefined
  const shown =
    slips.length === 0 ? (
      <EmptyList>No firearm is on its way to a buyer.</EmptyList>
    ) : (
      <Board board={board} current={`${order}/${position}`} />
    )
  return (
    <Sheet
      title="Transfers"
      heading="Transfers"
      head={
        <>
          <Frame>
            <span>{slips.length} open</span>
          </Frame>
          {long > 0 && <Status kind="over">{`${long} longer than 1.5 × the median`}</Status>}
          <span className="text-faint max-md:hidden">
            3/7 is drop 3, number 7. Bar: days at the stage; tick: our median
          </span>
        </>
      }
      next={long > 0 ? 'Look at what stays longest' : undefined}
      action={<VerbLink to="/staff/dealers">Dealers</VerbLink>}
    >
      {isOpen ? (
        <Columns columns="minmax(0,1fr) 380px">
          <div className="overflow-x-auto max-md:hidden">{shown}</div>
          <Outlet />
        </Columns>
      ) : (
        <>
          {shown}
          <Outlet />
        </>
      )}
    </Sheet>
  )
}
