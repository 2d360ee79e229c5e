import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { foundPart, searchPath } from '#app/features/console/rules.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { findEverything, type FoundGroup } from './found.server.ts'
import type { Route } from './+types/search'

export const handle: StaffHandle = { right: 'member', title: 'Search' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  return { typed, groups: await findEverything(context.get(shopContext), staffMember(context).role, typed) }
}

export default function Search({ loaderData: { typed, groups } }: Route.ComponentProps) {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Sheet heading={null} state={typed ? `${count} found` : undefined}>
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

function FoundList({ groups, typed }: { groups: readonly FoundGroup[]; typed: string }) {
  return groups.map(({ title, items }) => (
    <div key={title} role="group" aria-label={title}>
      <h2 className="con-h2">{title}</h2>
      {items.map(({ key, shape, words, detail, code, to }) => (
        <a key={key} href={to} className="con-row" data-row="" data-open="">
          <Shape kind={shape} />
          <span className="con-clip">
            {markFound(words, typed).map(({ text, isMarked }, at) =>
              isMarked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
            )}
          </span>
          <span className="text-muted">{detail}</span>
          <span className="con-code">{code}</span>
        </a>
      ))}
    </div>
  ))
}

/** The beginnings of words that were typed. */
export function markFound(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const words = typed
    .split(/[^\p{L}\p{N}№#]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return [{ text, isMarked: false }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  const pieces: { text: string; isMarked: boolean }[] = []
  let at = 0
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isMarked: false })
    pieces.push({ text: found, isMarked: true })
    at = index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false })
  return pieces
}
