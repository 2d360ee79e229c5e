import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type ReactNode, type ComponentProps, useId } from 'react'
import { buttonClass } from './button.tsx'
import { Logo } from './logo.tsx'
import { currentOf, type NavItem, type NavLink } from './nav-rules.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'

type Props = {
  items: readonly NavItem[]
  cta: NavLink
  tools?: ReactNode
  pathname: string
}

export function SiteNav({ items, cta, tools, pathname }: Props) {
  return (
    <div
      className={`group/bar fixed inset-x-0 top-0 z-40 h-nav border-b border-hairline bg-page/93 [backdrop-filter:blur(14px)] short:absolute ${oneLine}`}
    >
      <div className="wrap flex h-full items-stretch gap-2 md:max-lg:gap-1.5 xl:gap-3">
        <div className="flex max-md:mr-auto">
          <Logo />
        </div>
        <button
          type="button"
          className="order-2 -mr-3 grid size-12 place-items-center self-center md:hidden"
          popoverTarget="site-menu"
          aria-label="Menu"
          aria-controls="site-menu"
        >
          <Menu className="size-6 [grid-area:1/1] group-has-[:popover-open]/bar:invisible" />
          <X className="invisible size-6 [grid-area:1/1] group-has-[:popover-open]/bar:visible" />
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
              <a href={cta.to} className={buttonClass({ variant: 'primary', block: true })}>
                {cta.label}
              </a>
            </li>
          </ul>
        </nav>
        {tools}
        <a
          href={cta.to}
          className={buttonClass({
            variant: 'primary',
            size: 'sm',
            className:
              'self-center leading-tight whitespace-normal max-md:hidden md:max-lg:px-1.5 lg:max-xl:px-3',
          })}
        >
          {cta.label}
        </a>
      </div>
    </div>
  )
}

/** Everything in the bar has to fit in one line: its labels stay as they are where text is enlarged. The menu, the dropdowns and the footer have the same links and grow. */
const oneLine = '[view-transition-name:bar] [--text-xs:13px] [--text-sm:14px]'
const grows = '[--text-xs:0.8125rem] [--text-sm:0.875rem]'

type TopProps = Omit<ComponentProps<'a'>, 'href'> & {
  link: NavLink
  current: 'page' | 'true' | undefined
}

function NavTop({ link, current, children, ...props }: TopProps) {
  return (
    <a {...props} href={link.to} className="nav-link" aria-current={current}>
      {link.label}
      {children}
    </a>
  )
}

type DropdownProps = {
  item: NavItem
  links: readonly NavLink[]
  pathname: string
}

function NavDropdown({ item, links, pathname }: DropdownProps) {
  const id = useId()
  return (
    <li className="relative md:flex">
      <NavTop link={item} current={currentOf(item, pathname)} aria-controls={id}>
        <ChevronDown className="size-3 opacity-80 transition-transform duration-normal ease-out max-md:hidden max-xl:-mx-1" />
      </NavTop>
      <ul
        className={`nav-dropdown max-md:pb-3 md:absolute md:top-full md:-left-2 md:min-w-[236px] md:rounded-b-plate md:border md:border-t-0 md:border-hairline md:bg-sheet md:p-2 md:shadow-menu ${grows}`}
        id={id}
      >
        {links.map((link) => (
          <li key={link.to}>
            <a
              className="nav-sublink"
              href={link.to}
              aria-current={currentOf(link, pathname) === 'page' ? 'page' : undefined}
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}
