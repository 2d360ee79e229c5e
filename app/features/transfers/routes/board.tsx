import { Outlet, useParams } from 'react-router'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Frame } from '#app/features/console/components/marks.tsx'
import { Columns } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Board } from '../components/board.tsx'
import { boardSheet } from '../rules.ts'
import { findBoard } from '../store/board.server.ts'
import type { Route } from './+types/board'

export const handle: StaffHandle = { right: 'transfers' }

export const meta = () => [{ title: consoleTitle('Transfers') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { rows, medians } = await findBoard(shop.db, { now: shop.now(), timeZone: shop.timeZone })
  return { board: boardSheet(rows, Number(new URL(request.url).searchParams.get('page'))), medians }
}

/** Firearms on their way to their buyers, by dealer and stage. */
export default function TransferBoard({ loaderData: { board, medians } }: Route.ComponentProps) {
  const { order, position } = useParams()
  const { open, long, page, pages } = board
  const isOpen = order !== undefined
  const shown =
    open === 0 ? (
      <EmptyList>No firearm is on its way to a buyer.</EmptyList>
    ) : (
      <>
        <Board board={board} medians={medians} current={`${order}/${position}`} />
        {pages > 1 && <Pages page={page} pages={pages} />}
      </>
    )
  return (
    <Sheet
      title="Transfers"
      heading="Transfers"
      head={
        <>
          <Frame>
            <span>{open} open</span>
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

function Pages({ page, pages }: { page: number; pages: number }) {
  return (
    <nav aria-label="Pages of the board" className="mt-4 flex flex-wrap items-center gap-4">
      {page > 1 && <VerbLink to={`?page=${page - 1}`}>Busier dealers</VerbLink>}
      <span className="text-muted">
        Page {page} of {pages}
      </span>
      {page < pages && <VerbLink to={`?page=${page + 1}`}>More dealers</VerbLink>}
    </nav>
  )
}
