// A file of its own, because every page imports it: no public page loads more of the console.

/** The address of the console. Every desk is below it. */
export const consolePath = '/staff'

/** Is this a page of the console? A preview is not: it looks as visitors will see it. */
export function isConsolePath(pathname: string): boolean {
  return (pathname === consolePath || pathname.startsWith(`${consolePath}/`)) && !isPreviewPath(pathname)
}

export function isPreviewPath(pathname: string): boolean {
  return pathname.startsWith(`${consolePath}/`) && pathname.endsWith('/preview')
}
