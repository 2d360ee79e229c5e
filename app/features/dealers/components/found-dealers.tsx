import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { FoundDealer } from '../store.server.ts'
import { formatPhone } from '#app/kit/phone.ts'

/** What a search found, each with the button that chooses it. The street comes after the choice. */
export function FoundDealers({ found, action }: { found: readonly FoundDealer[]; action: string }) {
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {found.map((dealer) => (
        <li
          key={dealer.code}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3 sm:grid-cols-[1fr_auto_auto]"
        >
          <div className="min-w-0">
            <p className="font-bold text-ink wrap-anywhere">{dealer.name}</p>
            <p className="text-sm text-muted">
              {dealer.city}, {dealer.state} {dealer.zip}
              {dealer.phone && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">{formatPhone(dealer.phone)}</span>
                </>
              )}
            </p>
            {dealer.licensedAs && <p className="text-sm text-faint">Licensed as {dealer.licensedAs}</p>}
          </div>
          {dealer.near && <p className="col-start-1 text-sm text-faint sm:col-start-2">{dealer.near}</p>}
          <Form method="post" action={action} className="col-start-2 row-start-1 sm:col-start-3">
            <input type="hidden" name="listed" value={dealer.code} />
            <Button size="sm" busyLabel="Choosing..." aria-label={`Choose ${dealer.name}, ${dealer.city}`}>
              Choose
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
