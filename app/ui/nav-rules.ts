/** A link of the navigation. */
export type NavLink = {
  label: string
  to: string
  /** A short fact shown beside a dropdown item, for example `15 units`. */
  note?: string
}

/** A top item; one with `items` opens a dropdown and is a link itself. */
export type NavItem = NavLink & {
  items?: readonly NavLink[]
  /** Further places that belong beneath it, though neither its address nor its dropdown says so. */
  beneath?: readonly string[]
}

/**
 * What `aria-current` a top item gets: `page` on its own page, `true` on a page beneath it or on one of its
 * dropdown's, otherwise nothing. Home counts only on its own page.
 */
export function currentOf(item: NavItem, pathname: string): 'page' | 'true' | undefined {
  const here = trimmed(pathname)
  if (here === trimmed(item.to)) return 'page'
  const places = [item.to, ...(item.beneath ?? []), ...(item.items ?? []).map((link) => link.to)]
  return places.some((to) => to !== '/' && `${here}/`.startsWith(`${trimmed(to)}/`)) ? 'true' : undefined
}

/** What a key does on the label of a dropdown: which of its links gets the focus, or that it closes. */
export function topKey(key: string): 'first' | 'last' | 'close' | undefined {
  if (key === 'Enter' || key === ' ' || key === 'ArrowDown') return 'first'
  if (key === 'ArrowUp') return 'last'
  return key === 'Escape' ? 'close' : undefined
}

/** Which of `count` links gets the focus after a key inside an open dropdown; arrows go round. */
export function nextFocusIndex(index: number, key: string, count: number): number | undefined {
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}
