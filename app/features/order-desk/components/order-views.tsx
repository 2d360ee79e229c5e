import { Form } from 'react-router'
import { Views } from '#app/features/console/components/bars.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Key } from '#app/features/console/components/marks.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { ShownOrders } from '../routes/shown-orders.server.ts'

/** The views of this member: what everybody has, what they saved, and saving or removing the one that is open. */
export function OrderViews({ views, address }: Pick<ShownOrders, 'views' | 'address'>) {
  const current = views.find(({ isCurrent }) => isCurrent)
  return (
    <Views label="Saved views" views={views}>
      <span className="ml-auto" />
      {!current && (
        <details className="con-popover" name="filter" data-end="">
          <summary data-shortcut="V">
            Save view <Key>V</Key>
          </summary>
          <Form method="post" action="/staff/order-views" className="con-panel grid gap-3 p-3">
            <input type="hidden" name="query" value={address} />
            <TextField label="Name of the view" name="name" required maxLength={40} hint="Only you see it." />
            <Verb small look="primary">
              Save view
            </Verb>
          </Form>
        </details>
      )}
      {current?.ownId && (
        <Form method="post" action="/staff/order-views/removal" className="flex items-center">
          <input type="hidden" name="view" value={current.ownId} />
          <input type="hidden" name="query" value={address} />
          <Verb small look="quiet">{`Remove view ${current.name}`}</Verb>
        </Form>
      )}
    </Views>
  )
}
