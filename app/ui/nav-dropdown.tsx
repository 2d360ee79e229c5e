import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { Link } from 'react-router'
import { heldUntilAlive } from './early-events.ts'
import { currentOf, type NavItem, type NavLink, nextFocusIndex, topKey } from './nav-rules.ts'

type TopProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  link: NavLink
  current: 'page' | 'true' | undefined
}

/** A label in the bar. */
export function NavTop({ link, current, children, ...props }: TopProps) {
  return (
    <Link
      {...props}
      to={link.to}
      className="nav-top group relative flex flex-1 items-center gap-1.5 font-display leading-none font-medium tracking-wide max-md:h-[56px] max-md:text-xl max-md:text-ink md:px-1 md:text-xs md:font-stretch-[76%] md:text-muted md:transition-colors md:hover:text-ink md:aria-[current]:text-ink md:aria-expanded:text-ink lg:px-1.5 lg:font-stretch-[84%] xl:px-3 xl:text-sm xl:font-stretch-normal"
      aria-current={current}
    >
      {link.label}
      {children}
    </Link>
  )
}

type Props = {
  item: NavItem
  links: readonly NavLink[]
  pathname: string
  /** From `md` up. Below it the links are in the menu, always shown. */
  wide: boolean
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/**
 * A label with a dropdown. Hover and focus open it; Enter, Space and arrow keys open and enter it; Escape closes
 * it and returns to the label; the first tap opens it, the second follows the label's link.
 */
export function NavDropdown({ item, links, pathname, wide, open, onOpen, onClose }: Props) {
  const id = useId()
  const root = useRef<HTMLLIElement>(null)
  const pointer = useRef('')

  const focusLink = (index: number) => linksIn(root.current)[index]?.focus()
  const topKeyDown = (event: KeyboardEvent) => {
    const move = wide ? topKey(event.key) : undefined
    if (!move || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (move === 'close') return onClose()
    onOpen()
    // The links become visible, and so focusable, with the next frame.
    requestAnimationFrame(() => focusLink(move === 'first' ? 0 : links.length - 1))
  }
  const linkKeyDown = (event: KeyboardEvent) => {
    if (!wide) return
    if (event.key === 'Escape') {
      onClose()
      return root.current?.querySelector('a')?.focus()
    }
    const all = linksIn(root.current)
    const next = nextFocusIndex(all.indexOf(event.target as HTMLAnchorElement), event.key, all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    <li
      className="relative md:flex"
      ref={root}
      data-open={open || undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && wide && onOpen()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onClose()}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose()}
    >
      <NavTop
        link={item}
        current={currentOf(item, pathname)}
        aria-expanded={wide ? open : undefined}
        aria-controls={id}
        {...heldUntilAlive('tap', 'keydown')}
        onKeyDown={topKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && wide && onOpen()}
        onPointerDown={(event: PointerEvent) => {
          pointer.current = event.pointerType
        }}
        onClick={(event) => {
          // The finger may have come down before this element was alive.
          const by = (event.nativeEvent as globalThis.PointerEvent).pointerType || pointer.current
          if (by !== 'touch' || open || !wide) return
          event.preventDefault()
          onOpen()
        }}
      >
        <ChevronDown className="size-3 opacity-80 transition-transform duration-normal ease-out group-aria-expanded:rotate-180 max-md:hidden max-xl:-mx-1" />
      </NavTop>
      <ul
        className="nav-dropdown max-md:pb-3 md:absolute md:top-full md:-left-2 md:min-w-[236px] md:rounded-b-plate md:border md:border-t-0 md:border-hairline md:bg-sheet md:p-2 md:shadow-menu"
        id={id}
        onKeyDown={linkKeyDown}
      >
        {links.map((link) => (
          <li key={link.to}>
            <Link
              className="flex items-center justify-between gap-4 font-display leading-tight font-medium tracking-wide text-muted transition-colors hover:text-ink aria-[current]:text-ink max-md:min-h-11 max-md:border-l max-md:border-hairline max-md:pl-5 max-md:aria-[current]:border-accent md:rounded-control md:p-3 md:text-sm md:whitespace-nowrap md:hover:bg-raised md:focus-visible:bg-raised md:focus-visible:-outline-offset-2"
              to={link.to}
              aria-current={currentOf(link, pathname) === 'page' ? 'page' : undefined}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}

function linksIn(root: HTMLElement | null): HTMLAnchorElement[] {
  return [...(root?.querySelectorAll<HTMLAnchorElement>('.nav-dropdown a') ?? [])]
}
