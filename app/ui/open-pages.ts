import { createContext, use } from 'react'

/** Whether an address leads to a page that visitors may see. Without a site around it every one does. */
export const OpenPages = createContext<(to: string) => boolean>(() => true)

/** Tells links to pages that are switched off or empty, which are left out, from others. */
export function useIsOpenPage(): (to: string) => boolean {
  return use(OpenPages)
}
