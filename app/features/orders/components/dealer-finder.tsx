import { useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import './dealer-finder.css'

/** A listed dealer as the search of dealers answers, as far as the form takes it over. */
type Listed = { code: string; name: string; city: string; state: string; zip: string }

/** Looks dealers up on the federal list and fills one in. For browsers with script: without, the fields below do. */
export function DealerFinder() {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const search = useFetcher<{ dealers: Listed[]; waitSeconds: number }>()
  const [chosen, setChosen] = useState('')
  const found = search.data?.dealers ?? []
  const look = () => {
    const near = box.current?.value.trim() ?? ''
    setChosen('')
    if (near) void search.load(`/dealers/search?near=${encodeURIComponent(near)}`)
  }
  return (
    <div className="dealer-finder needs-script">
      <div className="fld">
        <label className="lb" htmlFor={id}>
          Find a dealer by ZIP code, city or name <span>(optional)</span>
        </label>
        <div className="join">
          {/* Without a name: what is searched for is no part of the order. Enter searches and does not pay. */}
          <input
            ref={box}
            id={id}
            type="search"
            className="inp"
            maxLength={80}
            autoComplete="off"
            enterKeyHint="search"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              look()
            }}
          />
          <Button type="button" onClick={look} busy={search.state !== 'idle'} busyLabel="Searching...">
            Find
          </Button>
        </div>
      </div>
      <p className="small" role="status">
        {chosen || answerWords(search.data)}
      </p>
      {found.length > 0 && !chosen && (
        <ul className="finder-list">
          {found.map((dealer) => (
            <li key={dealer.code}>
              <button
                type="button"
                onClick={(event) => {
                  fillIn(event.currentTarget.form, dealer)
                  setChosen(`${dealer.name} is filled in below.`)
                }}
              >
                {dealer.name}
                <small>
                  {dealer.city}, {dealer.state} {dealer.zip}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function answerWords(answer: { dealers: readonly Listed[]; waitSeconds: number } | undefined): string {
  if (!answer) return ''
  if (answer.waitSeconds > 0) return 'That were many searches. Enter the dealer below, or try again later.'
  const { length } = answer.dealers
  if (length === 0) return 'No listed dealer answers that. Enter the dealer below.'
  return `${length} ${length === 1 ? 'dealer' : 'dealers'} found. Choose one to fill it in.`
}

function fillIn(form: HTMLFormElement | null, { name, city, state }: Listed) {
  for (const [field, value] of Object.entries({ dealerName: name, dealerCity: city, dealerState: state })) {
    const control = form?.elements.namedItem(field)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
    control.value = value
    // The state's own word on the choice listens to this.
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
