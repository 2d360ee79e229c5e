import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from './button.tsx'
import { useHydrated, useWide } from './hydrated.ts'
import { Logo } from './logo.tsx'
import { NavDropdown, NavTop } from './nav-dropdown.tsx'
import { currentOf, type NavItem, type NavLink } from './nav-rules.ts'

export type { NavItem, NavLink } from './nav-rules.ts'

type Props = {
  items: readonly NavItem[]
  /** The one button of the bar. */
  cta: NavLink
  /** Content beside the button on every screen. */
  tools?: ReactNode
}

/**
 * The site header. Below `md` (768 px) the items move into a menu. Both work without script: dropdowns open on
 * hover and focus, the menu is a popover.
 */
export function SiteNav({ items, cta, tools }: Props) {
  const { pathname } = useLocation()
  const hydrated = useHydrated()
  const wide = useWide()
  const menu = useRef<HTMLElement>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const [openItem, setOpenItem] = useState<string>()

  const closeAll = () => {
    setOpenItem(undefined)
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }
  const closeOnChoice = (event: MouseEvent) => {
    if (!event.defaultPrevented && event.target instanceof Element && event.target.closest('a')) closeAll()
  }
  // Tabbing past the last link would move behind the open menu.
  const closeOnLeaving = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) closeAll()
  }

  // Navigation closes everything, including Back; so does rotating a phone.
  const place = `${pathname} ${wide}`
  const shown = useRef(place)
  useLayoutEffect(() => {
    if (shown.current !== place) closeAll()
    shown.current = place
    // A menu opened before hydration stays open.
    setMenuOpen(menu.current?.matches(':popover-open') ?? false)
  }, [place])
  // A dropdown that CSS holds open under the pointer stays open.
  useLayoutEffect(() => {
    if (!hydrated || !wide) return
    const tops = [...(menu.current?.querySelectorAll(':scope > ul > li') ?? [])]
    const held = items[tops.findIndex((top) => top.matches(':is(:hover, :focus-within)'))]
    if (held?.items) setOpenItem(held.to)
  }, [hydrated, wide, items])
  useEffect(() => {
    // A dropdown may be open by hover while the focus is elsewhere: Escape still closes it.
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && setOpenItem(undefined)
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are clicked, by key too
    <header
      className="nav h-nav print:hidden"
      data-js={hydrated || undefined}
      onClick={closeOnChoice}
      onBlur={closeOnLeaving}
    >
      <div className="nav-bar fixed inset-x-0 top-0 z-40 h-nav border-b border-hairline bg-page/93 backdrop-blur-[14px] short:absolute">
        <div className="wrap flex h-full items-stretch gap-2 md:max-lg:gap-1.5 xl:gap-3">
          <div className="flex max-md:mr-auto">
            <Logo />
          </div>
          <button
            type="button"
            className="nav-toggle order-2 -mr-3 grid size-12 place-items-center self-center md:hidden"
            popoverTarget="site-menu"
            aria-label="Menu"
            aria-controls="site-menu"
            // Without script the browser exposes the popover button's state itself.
            aria-expanded={hydrated ? menuOpen : undefined}
          >
            <Menu className="size-6 [grid-area:1/1]" />
            <X className="size-6 [grid-area:1/1]" />
          </button>
          <nav
            ref={menu}
            id="site-menu"
            className="nav-menu m-0 border-0 max-md:inset-x-0 max-md:top-nav max-md:bottom-0 max-md:h-auto max-md:max-h-none max-md:w-full max-md:overflow-auto max-md:overscroll-contain max-md:bg-page max-md:px-gutter max-md:pt-2 max-md:pb-24 max-md:text-ink md:static md:ml-auto md:flex md:h-auto md:w-auto md:overflow-visible md:bg-transparent md:p-0 md:text-inherit"
            aria-label="Main"
            popover="auto"
            onToggle={(event) => setMenuOpen(event.newState === 'open')}
          >
            <ul className="max-md:divide-y max-md:divide-hairline md:flex">
              {items.map((item) =>
                item.items ? (
                  <NavDropdown
                    key={item.to}
                    item={item}
                    links={item.items}
                    pathname={pathname}
                    wide={wide}
                    open={openItem === item.to}
                    onOpen={() => setOpenItem(item.to)}
                    onClose={() => setOpenItem(undefined)}
                  />
                ) : (
                  <li className="flex" key={item.to}>
                    <NavTop link={item} current={currentOf(item, pathname)} />
                  </li>
                ),
              )}
              <li className="pt-6 md:hidden">
                <ButtonLink to={cta.to} variant="primary" block>
                  {cta.label}
                </ButtonLink>
              </li>
            </ul>
          </nav>
          {tools}
          <ButtonLink
            to={cta.to}
            variant="primary"
            size="sm"
            className="self-center leading-tight whitespace-normal max-md:hidden md:max-lg:px-1.5 lg:max-xl:px-3"
          >
            {cta.label}
          </ButtonLink>
        </div>
      </div>
    </header>
  )
}
