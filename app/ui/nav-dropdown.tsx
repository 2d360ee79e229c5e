import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, useId } from 'react'
import { Link } from 'react-router'
import { currentOf, type NavItem, type NavLink } from './nav-rules.ts'

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
}

/**
 * A label with a dropdown: hover and focus open it. `site/header.ts` adds that Escape closes it, and that a finger opens it with
 * its first tap and follows the label with its second.
 */
export function NavDropdown({ item, links, pathname }: Props) {
  const id = useId()
  return (
    <li className="relative md:flex">
      <NavTop link={item} current={currentOf(item, pathname)} aria-controls={id}>
        <ChevronDown className="size-3 opacity-80 transition-transform duration-normal ease-out max-md:hidden max-xl:-mx-1" />
      </NavTop>
      <ul
        className="nav-dropdown max-md:pb-3 md:absolute md:top-full md:-left-2 md:min-w-[236px] md:rounded-b-plate md:border md:border-t-0 md:border-hairline md:bg-sheet md:p-2 md:shadow-menu"
        id={id}
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
