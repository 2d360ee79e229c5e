import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { FoundDealer } from '../store.server.ts'
import { formatPhone } from '../words.ts'

/** What a search found, each with the button that chooses it. The street comes after the choice. */
export function FoundDealers({ found, action }: { found: readonly FoundDealer[]; action: string }) {
  const navigation = useNavigation()
  const chosen = navigation.formData?.get('listed')
  return (
    <ul className="found-dealers">
      {found.map((dealer) => (
        <li key={dealer.code}>
          <div>
            <p className="found-name">{dealer.name}</p>
            <p className="small">
              {dealer.city}, {dealer.state} {dealer.zip}
              {dealer.phone && (
                <>
                  {' · '}
                  <span className="phone">{formatPhone(dealer.phone)}</span>
                </>
              )}
            </p>
            {dealer.licensedAs && <p className="cap">Licensed as {dealer.licensedAs}</p>}
          </div>
          {dealer.near && <p className="cap found-near">{dealer.near}</p>}
          <Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="listed" value={dealer.code} />
            <Button
              size="sm"
              busy={chosen === dealer.code}
              busyLabel="Choosing..."
              aria-label={`Choose ${dealer.name}, ${dealer.city}`}
            >
              Choose
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
