import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { FoundList } from '#app/features/console/components/found-list.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { foundPart, searchPath } from '#app/features/console/rules/found.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { findEverything } from './found.server.ts'
import type { Route } from './+types/search'

export const handle: StaffHandle = { right: 'member', title: 'Search' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  return { typed, groups: await findEverything(context.get(shopContext), staffMember(context).role, typed) }
}

export default function Search({ loaderData: { typed, groups } }: Route.ComponentProps) {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Sheet title="Search" state={typed ? `${count} found` : undefined}>
      <Form
        method="get"
        action={searchPath}
        role="search"
        className="flex items-end gap-2 border-b border-hairline px-3 py-2"
      >
        <div className="min-w-0 max-w-text flex-1">
          <TextField
            key={typed}
            label="Code, name, email, phone, unit number, dealer, or where to go"
            name="q"
            type="search"
            defaultValue={typed}
            autoComplete="off"
          />
        </div>
        <Verb look="primary">Search</Verb>
      </Form>
      <div className="con-results" data-part={foundPart}>
        {count === 0 && (
          <EmptyList>
            {`Nothing begins like “${typed}”. Orders are found by code, buyer, email, phone or its last four digits, and by a number such as № 7.`}
          </EmptyList>
        )}
        <FoundList groups={groups} typed={typed} />
      </div>
    </Sheet>
  )
}
