import { Link } from 'react-router'
import { Bar } from '#app/features/console/components/bars.tsx'
import { FilterFrame } from '#app/features/console/components/control-frame.tsx'
import { Key } from '#app/features/console/components/marks.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { type QueryField, queryFields } from '../rules/query.ts'
import type { ShownOrders } from '../routes/shown-orders.server.ts'
import { fieldWords } from '../words/list.ts'
import { FilterEditor } from './filter-editor.tsx'

type OrdersBarProps = Pick<ShownOrders, 'terms' | 'edited' | 'address' | 'count'>

/** The filters of the list as frames, each of which opens its editor; and the field of a new one. */
export function OrdersBar({ terms, edited, address, count }: OrdersBarProps) {
  const used = new Set<QueryField>(terms.map(({ field }) => field))
  const unused = queryFields.filter((field) => !used.has(field) && field !== edited)
  return (
    <Bar>
      {terms.map(({ field, text, name, operator, value, removeTo }) => (
        <FilterFrame
          key={`${field} ${text}`}
          field={name}
          operator={operator}
          value={value}
          removeTo={removeTo}
        >
          <FilterEditor
            field={field}
            text={text}
            address={address}
            isOpen={field === edited}
            summary={value}
          />
        </FilterFrame>
      ))}
      {edited && !used.has(edited) && (
        <FilterFrame field={fieldWords[edited]} operator="is" value="…" removeTo={withEdit(address)}>
          <FilterEditor field={edited} text="" address={address} isOpen summary="…" />
        </FilterFrame>
      )}
      {unused.length > 0 && (
        <details className="con-popover" name="filter">
          <summary className="con-frame" data-dashed="" data-shortcut="F">
            <span>
              <Shape kind="add" /> Filter <Key>F</Key>
            </span>
          </summary>
          <ul className="con-panel">
            {unused.map((field) => (
              <li key={field}>
                <Link to={withEdit(address, field)} className="con-panel-row">
                  {fieldWords[field]}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      <span className="flex-1" />
      <span className="text-faint">{count}</span>
    </Bar>
  )
}

function withEdit(address: string, field?: QueryField): string {
  const query = [address, field && `edit=${field}`].filter(Boolean).join('&')
  return query ? `/staff/orders?${query}` : '/staff/orders'
}
