import { Form } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { type DealerLack, lackWords, listDue, listDueWords } from '#app/features/dealers/rules.ts'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCount } from '#app/kit/text.ts'
import { listDealerRows } from '../store.server.ts'
import type { Route } from './+types/dealers'

export const handle: StaffHandle = { right: 'transfers', title: 'Dealers' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const search = new URL(request.url).searchParams.get('q')?.slice(0, 80) ?? ''
  const mayWrite = mayDo(staffMember(context).role, 'dealers.write')
  const { listed, latestAt } = await countDealers(shop.db)
  const list = { listed, due: listDue({ listed, latestAt }, shop.now()) }
  return {
    search,
    mayWrite,
    list,
    rows: await listDealerRows(shop.db, search, { now: shop.now(), timeZone: shop.timeZone }),
  }
}

export default function Dealers({ loaderData: { search, rows, list, mayWrite } }: Route.ComponentProps) {
  const { listed, due } = list
  const held = rows.filter(({ missing, open }) => missing.length > 0 && open > 0).length
  return (
    <Sheet
      next={
        due ? listDueWords[due] : held > 0 ? `${held} with open transfers have something missing` : undefined
      }
      cells={[
        { label: 'Rows', value: rows.length },
        { label: 'Listed', value: formatCount(listed) },
      ]}
      action={
        <>
          <VerbLink to="/staff/transfers">Transfers</VerbLink>
          {mayWrite && (
            <VerbLink to="/staff/dealers/import" look={due ? 'primary' : 'quiet'}>
              Import the list
            </VerbLink>
          )}
        </>
      }
    >
      <Form role="search" className="con-region flex items-end gap-3">
        <div className="grow">
          <TextField
            label="Name, city, ZIP code or license number on the federal list"
            name="q"
            type="search"
            defaultValue={search}
          />
        </div>
        <Verb>Search</Verb>
      </Form>
      {rows.length === 0 ? (
        <EmptyList>
          {search
            ? 'No dealer on the list matches that.'
            : 'No open transfer has a dealer from the list yet.'}
        </EmptyList>
      ) : (
        <DenseTable
          caption="Dealers"
          rows={rows}
          id={({ dealer }) => dealer.key}
          columns={[
            {
              label: 'Dealer',
              render: ({ dealer, name }) => (
                <a href={`/staff/dealers/${dealer.key}`} data-open="">
                  {name}
                </a>
              ),
            },
            { label: 'Place', width: 190, render: ({ dealer: { city, state } }) => `${city}, ${state}` },
            { label: 'License', width: 180, kind: 'code', render: ({ dealer }) => dealer.key },
            { label: 'Ends', width: 110, kind: 'code', render: ({ file }) => file.licenseExpiresOn },
            { label: 'Open', width: 64, kind: 'number', render: ({ open }) => open },
            {
              label: 'File',
              render: ({ missing }) => (
                <Status kind={missing.length === 0 ? 'done' : 'gate'}>{fileWords(missing)}</Status>
              ),
            },
          ]}
        />
      )}
    </Sheet>
  )
}

function fileWords([first, ...others]: readonly DealerLack[]): string {
  if (first === undefined) return 'Complete'
  return others.length > 0
    ? `${lackWords[first].replace(/\.$/, '')}, and ${others.length} more`
    : lackWords[first]
}
