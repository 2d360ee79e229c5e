import { useEffect } from 'react'
import {
  type ClientInstrumentation,
  type Location,
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate,
} from 'react-router'

type Navigate = (to: To, options: NavigateOptions) => unknown

/** The path that a form of the open page is being posted to. What a fetcher posts leaves its page alone. */
let posted: string | undefined

let stay: (() => Promise<unknown>) | undefined

/** Whether the router is on its way back to the page that is open. */
let isStaying = false

/** Notes where the router goes to with a form. Only it can tell that from what a fetcher posts. */
export const notePosts: ClientInstrumentation = {
  router(router) {
    router.instrument({
      async navigate(go, { to, formMethod = 'get' }) {
        const isPost = formMethod.toLowerCase() !== 'get'
        const own = isPost ? new URL(String(to), window.location.href).pathname : undefined
        if (isPost) posted = own
        await go()
        if (posted === own) posted = undefined
      },
    })
  },
}

/**
 * Ends the navigation of a form whose answer never came, where it leads to another page. The open page stays as it is: what was
 * typed, how far it is scrolled, its data. Otherwise the router would go on to the form's address, which often has no page.
 */
export function stayOnPage(request: Request): void {
  const { pathname } = new URL(request.url)
  if (posted === pathname && pathname !== window.location.pathname) void stay?.()
}

/** Whether this request would load the page that stays: over the line that has just been cut. */
export function isForOpenPage({ url, method }: Request): boolean {
  return isStaying && method === 'GET' && new URL(url).pathname === window.location.pathname
}

/** Notes which page `stayOnPage` stays on. Returns how to take that back. */
export function noteOpenPage(navigate: Navigate, location: Location<unknown>): () => void {
  const { pathname, search, hash, state } = location
  stay = async () => {
    isStaying = true
    try {
      await navigate(
        { pathname, search, hash },
        { state, replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
      )
    } finally {
      isStaying = false
    }
  }
  return () => (stay = undefined)
}

/** Notes the open page. Part of every page. */
export function useStayOnPage(): void {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => noteOpenPage(navigate, location), [navigate, location])
}
