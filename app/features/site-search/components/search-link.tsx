import Search from 'lucide-react/icons/search'
import { type MouseEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { heldUntilAlive } from '#app/ui/early-events.ts'
import { searchPath } from '../rules.ts'
import { searchWords } from '../words.ts'
import type { SearchDialog } from './search-dialog.tsx'

/** The dialog comes when somebody is about to search: most visitors of a page never do. */
const load = () => import('./search-dialog.tsx')

/** The magnifier in the header, and the key `/`. Without script, or without the dialog, it leads to the page of the search. */
export function SearchLink() {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [Loaded, setLoaded] = useState<typeof SearchDialog>()

  const preload = () => void load().catch(() => {}) // the press tries again
  const show = async () => {
    setOpen(true)
    try {
      const module = await load()
      setLoaded(() => module.SearchDialog)
    } catch {
      window.location.assign(searchPath)
    }
  }
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return // it opens a new tab
    event.preventDefault()
    void show()
  }

  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target))
        return
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      void show()
    }
    document.addEventListener('keydown', byKey)
    return () => document.removeEventListener('keydown', byKey)
  }, [])

  // A result leads away, and so does Back.
  useEffect(() => setOpen(false), [pathname])

  return (
    <div className="self-center max-md:order-1 md:max-xl:-mx-1">
      <Link
        className="grid size-11 place-items-center md:max-lg:w-8 text-muted transition-colors hover:text-ink aria-[current]:text-ink"
        to={searchPath}
        aria-label={searchWords.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        aria-current={pathname === searchPath ? 'page' : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={press}
        {...heldUntilAlive('click')}
      >
        <Search className="size-5" aria-hidden />
      </Link>
      {Loaded && <Loaded open={isOpen} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Where a slash is a letter like any other. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
