import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Dialog } from '#app/ui/dialog.tsx'
import { searchAddress, type SearchAnswer } from '../rules.ts'
import { searchWords } from '../words.ts'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'

/** Typing goes on for this long before it is searched for, in milliseconds. */
const pauseMs = 120

/**
 * The search over any page: results come while typing, and the arrow keys walk through them. Opened again it shows what was
 * typed last, with its results.
 */
export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const fetcher = useFetcher<SearchAnswer>({ key: 'site-search' })
  const [typed, setTyped] = useState('')
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])

  const search = (next: string) => {
    setTyped(next)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      void fetcher.load(searchAddress(next))
    }, pauseMs)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return walk(event)
    // A search field takes the first Escape to empty itself: here one closes.
    event.preventDefault()
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={searchWords.title} wide>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and the links inside */}
      <div className="mt-4 grid min-h-[50dvh] content-start gap-6" onKeyDown={press}>
        {open && <SearchForm query={typed} onType={search} onSubmit={onClose} />}
        {typed.trim() === '' ? (
          <p className="max-w-lead text-muted">{searchWords.lead}</p>
        ) : (
          fetcher.data && <SearchResults answer={fetcher.data} level={3} onChoose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

/** Moves the focus between the field and the results. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-result]')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
