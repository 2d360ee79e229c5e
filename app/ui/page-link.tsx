import { Link, type LinkProps } from 'react-router'
import { useIsOpenPage } from './open-pages.ts'

/** A link inside of a sentence or a card. Where its page is switched off or empty its words stay. */
export function PageLink({ to, children, ...props }: LinkProps & { to: string }) {
  const isOpen = useIsOpenPage()
  return isOpen(to) ? (
    <Link {...props} to={to}>
      {children}
    </Link>
  ) : (
    children
  )
}
