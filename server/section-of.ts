/** Whether the router reads an address as it is written: nothing is encoded. */
export function isPlain(pathname: string): boolean {
  return !pathname.includes('%')
}

/** The first segment of a path, in lower case: the router ignores case. */
export function sectionOf(pathname: string): string {
  return (pathname.split('/')[1] ?? '').toLowerCase()
}
