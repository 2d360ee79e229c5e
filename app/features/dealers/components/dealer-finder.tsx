import { Button } from '#app/ui/button.tsx'

const [formId, fieldId] = ['dealer-search', 'dealer-near']
const part = 'listed-dealers'

export function DealerFinder() {
  return (
    <div className="grid gap-3 noscript:hidden">
      <div className="field">
        <label className="field-label" htmlFor={fieldId}>
          Find a dealer by ZIP code, city or name <span>(optional)</span>
        </label>
        <div className="flex flex-col gap-2 *:first:min-w-0 sm:flex-row sm:*:first:flex-1 sm:items-start">
          {/* Of a form of its own: Enter searches, and the search is not part of the order. */}
          <input
            form={formId}
            id={fieldId}
            name="near"
            type="search"
            className="input"
            maxLength={80}
            autoComplete="off"
            enterKeyHint="search"
          />
          <Button form={formId} busyLabel="Searching...">
            Find
          </Button>
        </div>
      </div>
      <ListedDealers words="" found={[]} />
    </div>
  )
}

/** The form of the finder. A form cannot stand in another one. */
export function DealerFinderForm({ orderId }: { orderId: string }) {
  return (
    <form
      id={formId}
      method="get"
      action="/dealers/search"
      data-inside={part}
      data-failed={JSON.stringify({
        description: 'The search didn’t work. Try again, or enter the dealer below.',
      })}
    >
      <input type="hidden" name="order" value={orderId} />
    </form>
  )
}

type Listed = { code: string; name: string; city: string; state: string; zip: string; near: string | null }

export function ListedDealers({ words, found }: { words: string; found: readonly Listed[] }) {
  return (
    <div data-part={part}>
      <p className="mb-3 text-sm text-muted empty:hidden" role="status">
        {words}
      </p>
      {found.length > 0 && (
        <ul className="max-h-[320px] divide-y divide-hairline overflow-y-auto border-y border-hairline">
          {found.map(({ code, name, city, state, zip, near }) => (
            <li key={code}>
              <button
                type="button"
                className="grid min-h-11 w-full gap-0.5 px-1 py-3 text-left wrap-anywhere hover:bg-plate"
                data-fill={JSON.stringify({
                  dealerListed: code,
                  dealerName: name,
                  dealerCity: city,
                  dealerState: state,
                })}
                data-filled={`${name} is filled in below.`}
              >
                {name}
                <small className="text-sm text-faint">
                  {city}, {state} {zip}
                  {near && ` · ${near}`}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
