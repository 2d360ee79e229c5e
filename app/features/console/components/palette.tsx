import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { type FoundGroup, type FoundItem, searchPath } from '../rules/found.ts'
import { FoundList, optionId } from './found-list.tsx'
import { Key } from './marks.tsx'
import { Shape } from './shape.tsx'

/** How long typing has to rest before it is searched for, in milliseconds. */
const restMs = 120

const keyAndWords = 'flex items-center gap-1.5'

/** The box over everything: what is typed is searched for, and the chosen row opens. Without script there is the page instead. */
export function Palette({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const { load, data } = useFetcher<{ typed: string; groups: FoundGroup[] }>()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    // What was typed is searched for in any case: no browser's events about the dialog are relied on.
    if (!isOpen && typed === '') return undefined
    const timer = setTimeout(() => void load(`${searchPath}?q=${encodeURIComponent(typed)}`), restMs)
    return () => clearTimeout(timer)
  }, [typed, isOpen, load])
  const groups = useDeferredValue(data?.groups ?? [])
  const items = groups.flatMap((group) => group.items)
  const active = items.some(({ key }) => key === chosen) ? chosen : items[0]?.key
  const isFound = data?.typed === typed

  function open(item: FoundItem, inNewTab: boolean) {
    if (inNewTab) return void window.open(item.to, '_blank', 'noopener')
    dialog.current?.close()
    if (item.isOutside) window.location.assign(item.to)
    else void navigate(item.to)
  }

  // Enter before the answer opens the first row of what is found, never one of what was found before.
  const [isAwaited, setIsAwaited] = useState(false)
  const openAwaited = useEffectEvent(() => {
    setIsAwaited(false)
    const first = data?.groups[0]?.items[0]
    if (first) open(first, false)
  })
  useEffect(() => {
    if (isAwaited && isFound) openAwaited()
  }, [isAwaited, isFound])

  function press(event: KeyboardEvent) {
    const at = items.findIndex(({ key }) => key === active)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = items[Math.min(items.length - 1, Math.max(0, at + step))]
      setChosen(next?.key)
      if (next) document.getElementById(optionId(next.key))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const item = items[at]
    if (!isFound) setIsAwaited(true)
    else if (item) open(item, event.metaKey || event.ctrlKey)
  }

  return (
    <dialog
      ref={dialog}
      className="con-dialog"
      aria-label="Search or run a command"
      // Opened as a modal, it gives its field the focus; `toggle` is newer than the browsers we serve.
      onFocus={() => setIsOpen(true)}
      onClose={() => {
        setIsOpen(false)
        setIsAwaited(false)
      }}
      closedby="any"
    >
      <div className="con-palette-query">
        <Shape kind="find" />
        <input
          className="h-[46px] min-w-0 flex-1 text-lg outline-none"
          type="text"
          aria-label="Search"
          role="combobox"
          aria-expanded="true"
          aria-controls="found"
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or run"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setIsAwaited(false)
          }}
          onKeyDown={press}
        />
        <Key>Esc</Key>
      </div>
      <div
        className="con-results"
        id="found"
        role="listbox"
        aria-label="Found"
        aria-busy={!isFound || undefined}
      >
        <FoundList
          groups={groups}
          typed={typed}
          active={active}
          isOption
          onOpen={() => dialog.current?.close()}
        />
      </div>
      <p className="sr-only" aria-live="polite">
        {typed && isFound ? `${items.length} found` : ''}
      </p>
      <div className="con-palette-foot">
        <span className={keyAndWords}>
          <Key>↑</Key>
          <Key>↓</Key> choose
        </span>
        <span className={keyAndWords}>
          <Key>↵</Key> open
        </span>
        <span className={keyAndWords}>
          <Key>⌘↵</Key> new tab
        </span>
        <span className="ml-auto">code, name, email, phone, № 7, dealer, words</span>
      </div>
    </dialog>
  )
}
