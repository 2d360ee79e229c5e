export type NavLink = {
  label: string
  to: string
}

export type NavItem = NavLink & {
  items?: readonly NavLink[]
  beneath?: readonly string[]
}

/** `page` on its own page, `true` below it or in its dropdown. Home matches only its own page. */
export function currentOf(item: NavItem, pathname: string): 'page' | 'true' | undefined {
  const here = trimmed(pathname)
  if (here === trimmed(item.to)) return 'page'
  const places = [item.to, ...(item.beneath ?? []), ...(item.items ?? []).map((link) => link.to)]
  return places.some((to) => to !== '/' && `${here}/`.startsWith(`${trimmed(to)}/`)) ? 'true' : undefined
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}
