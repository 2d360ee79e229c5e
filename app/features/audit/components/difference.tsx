import type { DifferenceRow } from '#app/access/difference.ts'
import { Redline } from '#app/features/console/components/revisions.tsx'

/** What an action changed: each field with its old value, struck out, and its new one. */
export function Difference({ rows }: { rows: readonly DifferenceRow[] }) {
  // A fact without a value says nothing here; the export has it.
  const shown = rows.filter(({ before, after }) => before !== undefined || after !== '–')
  if (shown.length === 0) return <span className="text-faint">–</span>
  return (
    <dl className="grid gap-0.5 whitespace-normal md:py-1.5 break-words">
      {shown.map(({ field, before, after }, at) => (
        <div key={at} className="flex flex-wrap gap-x-2">
          <dt className="text-faint">{fieldWords(field)}</dt>
          <dd className="min-w-0 break-words">
            {before === undefined ? after : <Redline before={before} after={after ?? '–'} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** `priceCents` is `price cents`. */
function fieldWords(field: string): string {
  return field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}
