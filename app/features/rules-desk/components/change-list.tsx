import { Redline } from '../../console/components/revisions.tsx'
import type { FieldChange } from '../rules.ts'

/** What changes, field by field: struck and underlined. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="con-values">
      {changes.flatMap(({ field, before, after }) => [
        <dt key={field}>{field}</dt>,
        <dd key={`${field}-value`}>
          <Redline before={before || 'nothing'} after={after || 'nothing'} />
        </dd>,
      ])}
    </dl>
  )
}
