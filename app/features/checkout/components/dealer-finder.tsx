import { useId, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'

/** A dealer in the search results. */
type Listed = { code: string; name: string; city: string; state: string; zip: string; near: string | null }

type Answer = { dealers: readonly Listed[]; waitSeconds: number; isUnanswered?: boolean }

/** Searches the federal dealer list and fills in the form. Without script, the fields below suffice. */
export function DealerFinder() {
  const id = useId()
  const { order = '' } = useParams()
  const box = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState<Answer>()
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState('')
  const found = answer?.dealers ?? []
  const searchNear = async () => {
    const near = box.current?.value.trim() ?? ''
    setChosen('')
    if (!near || isBusy) return
    setBusy(true)
    setAnswer(await search(near, order))
    setBusy(false)
  }
  return (
    <div className="grid gap-3 noscript:hidden">
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Find a dealer by ZIP code, city or name <span>(optional)</span>
        </label>
        <div className="join">
          {/* No name: the search is not part of the order. Enter searches and does not submit. */}
          <input
            ref={box}
            id={id}
            type="search"
            className="input"
            maxLength={80}
            autoComplete="off"
            enterKeyHint="search"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void searchNear()
            }}
          />
          <Button type="button" onClick={() => void searchNear()} busyLabel="Searching...">
            Find
          </Button>
        </div>
      </div>
      <p className="text-sm text-muted empty:hidden" role="status">
        {chosen || answerWords(answer)}
      </p>
      {found.length > 0 && !chosen && (
        <ul className="max-h-[320px] divide-y divide-hairline overflow-y-auto border-y border-hairline">
          {found.map((dealer) => (
            <li key={dealer.code}>
              <button
                type="button"
                className="grid min-h-11 w-full gap-0.5 px-1 py-3 text-left wrap-anywhere hover:bg-plate"
                onClick={(event) => {
                  fillIn(event.currentTarget.form, dealer)
                  setChosen(`${dealer.name} is filled in below.`)
                }}
              >
                {dealer.name}
                <small className="text-sm text-faint">
                  {dealer.city}, {dealer.state} {dealer.zip}
                  {dealer.near && ` · ${dealer.near}`}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Not by the router: a network failure would replace the page and lose the half-typed form. */
async function search(near: string, order: string): Promise<Answer> {
  try {
    const answer = await fetch(`/dealers/search?${new URLSearchParams({ near, order })}`)
    if (answer.ok || answer.status === 429) return (await answer.json()) as Answer
  } catch {
    // Network failure: shown below the field.
  }
  return { dealers: [], waitSeconds: 0, isUnanswered: true }
}

function answerWords(answer: Answer | undefined): string {
  if (!answer) return ''
  if (answer.isUnanswered) return 'The search didn’t work. Try again, or enter the dealer below.'
  if (answer.waitSeconds > 0) return 'Too many searches. Enter the dealer below, or try again later.'
  const { length } = answer.dealers
  if (length === 0) return 'No listed dealer matches. Enter the dealer below.'
  return `${length} ${length === 1 ? 'dealer' : 'dealers'} found. Choose one to fill it in.`
}

function fillIn(form: HTMLFormElement | null, { code, name, city, state }: Listed) {
  const filledIn = { dealerListed: code, dealerName: name, dealerCity: city, dealerState: state }
  for (const [field, value] of Object.entries(filledIn)) {
    const control = form?.elements.namedItem(field)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
    control.value = value
    // State notices listen to this.
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
