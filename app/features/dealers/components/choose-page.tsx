import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { StateField, type StateNotices } from '#app/features/orders/components/buyer-fields.tsx'
import type { FoundDealer } from '../store/search.server.ts'
import { inStateWords } from '#app/features/compliance/words.ts'
import { confirmWords } from '../words.ts'
import { formatPhone } from '#app/kit/phone.ts'

type Props = {
  orderId: string
  theme: string
  firearms: string
  kind: 'nfa' | 'plain'
  /** The buyer's state, where federal law keeps the firearm in it; empty otherwise. */
  onlyIn: string
  typed: string
  found: readonly FoundDealer[]
  /** The shop has a list to search. Without one, the buyer names the dealer. */
  hasList: boolean
  wait: string
  notices: StateNotices
  given: SubmittedFields
  errors: FieldErrors
}

export function ChoosePage(props: Props) {
  const { orderId, theme, firearms, kind, onlyIn, hasList, errors } = props
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="dealer-title" data-page-theme={theme}>
      <header className="grid max-w-[760px] gap-4">
        <h1 className="h1" id="dealer-title">
          Choose your dealer
        </h1>
        <p className="lead wrap-anywhere">
          A licensed dealer near you receives {firearms || 'it'} from us and completes the final form with
          you. {confirmWords[kind]}
        </p>
        {onlyIn && <p>{inStateWords(onlyIn)}</p>}
      </header>
      <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'dealer-title' }} />
      <div className="grid items-start gap-16 lg:grid-cols-[1.15fr_1fr]">
        {hasList && <DealerSearch {...props} />}
        <DealerForm {...props} />
      </div>
      <p>
        <ButtonLink to={`/orders/${orderId}`}>Back to the order</ButtonLink>
      </p>
    </section>
  )
}

function DealerSearch({ orderId, typed, found, wait }: Props) {
  const address = `/orders/${orderId}/dealer`
  return (
    <section aria-labelledby="dealer-search-title" className="grid min-w-0 gap-6">
      <h2 className="h3 border-b border-hairline pb-3" id="dealer-search-title">
        Find a dealer
      </h2>
      <Form
        method="get"
        action={address}
        role="search"
        className="grid items-start gap-4 sm:grid-cols-[1fr_auto]"
      >
        <TextField
          name="near"
          id="near"
          label="ZIP code, city or name"
          defaultValue={typed}
          autoComplete="postal-code"
          enterKeyHint="search"
          maxLength={80}
          hint="For example 33101, Miami, FL, or the number of a license."
        />
        {/* Beside the input, below its label. */}
        <Button variant="primary" busyLabel="Searching..." className="sm:mt-6">
          Search
        </Button>
      </Form>
      <div aria-live="polite">
        {wait && <p className="text-sm text-muted">{wait}</p>}
        {typed && !wait && found.length === 0 && (
          <p className="text-sm text-muted wrap-anywhere">
            No dealers match “{typed}”. Try a ZIP code, more letters of the name, or enter the dealer
            yourself.
          </p>
        )}
        {found.length > 0 && (
          <p className="sr-only">
            {found.length} {found.length === 1 ? 'dealer' : 'dealers'} found
          </p>
        )}
      </div>
      {found.length > 0 && <FoundDealers found={found} action={address} />}
      <DealerMap from={typed} found={found} />
      <p className="max-w-text text-sm text-faint">
        From the federal list of licensees. It shows who holds a license, but not who takes NFA items.
      </p>
    </section>
  )
}

function DealerForm({ orderId, hasList, notices, given, errors }: Props) {
  const field = fieldsOf({ given, errors })
  return (
    <section aria-labelledby="dealer-named-title" className="grid min-w-0 gap-6">
      <h2 className="h3 border-b border-hairline pb-3" id="dealer-named-title">
        {hasList ? 'Or enter your dealer' : 'Enter your dealer'}
      </h2>
      <Form method="post" action={`/orders/${orderId}/dealer`} className="grid gap-6" noValidate>
        <TextField
          {...field('dealerName')}
          label="Dealer’s name"
          autoComplete="off"
          maxLength={160}
          required
        />
        <TextField
          {...field('dealerCity')}
          label="Dealer’s city"
          autoComplete="off"
          maxLength={80}
          required
        />
        <StateField
          name="dealerState"
          label="Dealer’s state"
          autoComplete="off"
          required
          error={errors.dealerState}
          defaultValue={typedIn(given, 'dealerState')}
          notices={notices}
        />
        <div>
          <Button variant={hasList ? 'secondary' : 'primary'} busyLabel="Saving...">
            Save this dealer
          </Button>
        </div>
      </Form>
    </section>
  )
}

function FoundDealers({ found, action }: { found: readonly FoundDealer[]; action: string }) {
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

type Dot = { area: string; east: number; north: number; count: number; city: string }

const size = 320
const center = size / 2
const reach = center - 28

function DealerMap({ from, found }: { from: string; found: readonly FoundDealer[] }) {
  const dots = dotsOf(found)
  if (dots.length === 0) return undefined
  const farthest = Math.max(...dots.map(({ east, north }) => Math.hypot(east, north)))
  const ring = ringMiles(farthest)
  const scale = reach / (ring * 2)
  const words = dots.map(({ city, count, east, north }) => {
    const miles = Math.round(Math.hypot(east, north) / 10) * 10
    return `${count} in ${city}${miles > 0 ? `, about ${miles} miles ${directionOf(east, north)}` : ''}`
  })
  return (
    <figure className="grid gap-3">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="w-full max-w-[420px] border border-hairline"
        role="img"
        aria-label={`Dealers around ${from}: ${words.join('; ')}.`}
        fontSize="13"
      >
        {[1, 2].map((step) => (
          <g key={step}>
            <circle cx={center} cy={center} r={(reach / 2) * step} className="fill-none stroke-hairline" />
            <text x={center} y={center - (reach / 2) * step - 5} textAnchor="middle" className="fill-faint">
              {ring * step} mi
            </text>
          </g>
        ))}
        {dots.map(({ area, city, east, north, count }) => (
          <g key={area} transform={`translate(${center + east * scale} ${center - north * scale})`}>
            <circle r="10" className="fill-accent" />
            <text y="4.5" textAnchor="middle" className="fill-on-accent">
              {count}
            </text>
            {/* To the side that it lies on, so that neighbors are not written over. */}
            <text
              x={east < 0 ? -15 : 15}
              y="4.5"
              textAnchor={east < 0 ? 'end' : 'start'}
              className="fill-muted"
            >
              {city}
            </text>
          </g>
        ))}
        <text x={size - 14} y="22" textAnchor="end" className="fill-faint">
          N ↑
        </text>
      </svg>
      <figcaption className="max-w-text text-sm text-faint">
        The middle is the area of {from}. Distances are between the areas of ZIP codes, as the crow flies and
        to about ten miles.
      </figcaption>
    </figure>
  )
}

/** Dealers of one area are one dot, named after the city of the first. */
function dotsOf(found: readonly FoundDealer[]): Dot[] {
  const dots = new Map<string, Dot>()
  for (const { offset, city, zip } of found) {
    if (!offset) continue
    const area = zip.slice(0, 3)
    dots.set(area, {
      area,
      ...offset,
      city: dots.get(area)?.city ?? city,
      count: (dots.get(area)?.count ?? 0) + 1,
    })
  }
  return [...dots.values()]
}

/** The miles of the inner ring: the outer one, twice as far, takes in the farthest. */
function ringMiles(farthest: number): number {
  return [10, 15, 25, 50, 100, 250, 500, 1_000].find((miles) => miles * 2 >= farthest) ?? 2_500
}

const directions = ['east', 'northeast', 'north', 'northwest', 'west', 'southwest', 'south', 'southeast']

function directionOf(east: number, north: number): string {
  const eighths = Math.round((Math.atan2(north, east) * 4) / Math.PI)
  return directions[(eighths + 8) % 8] ?? 'away'
}
