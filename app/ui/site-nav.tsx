import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from './button.tsx'
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
  return (
    <header className="nav h-nav print:hidden">
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
          >
            <Menu className="size-6 [grid-area:1/1]" />
            <X className="size-6 [grid-area:1/1]" />
          </button>
          <nav
            id="site-menu"
            className="nav-menu m-0 border-0 max-md:inset-x-0 max-md:top-nav max-md:bottom-0 max-md:h-auto max-md:max-h-none max-md:w-full max-md:overflow-auto max-md:overscroll-contain max-md:bg-page max-md:px-gutter max-md:pt-2 max-md:pb-24 max-md:text-ink md:static md:ml-auto md:flex md:h-auto md:w-auto md:overflow-visible md:bg-transparent md:p-0 md:text-inherit"
            aria-label="Main"
            popover="auto"
          >
            <ul className="max-md:divide-y max-md:divide-hairline md:flex">
              {items.map((item) =>
                item.items ? (
                  <NavDropdown key={item.to} item={item} links={item.items} pathname={pathname} />
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
