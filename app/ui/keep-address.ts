import type { ClientInstrumentation } from 'react-router'

/** The address that a link or a search form has just opened, until its page is there. */
let next: URL | undefined

/**
 * Where the script of the next page cannot be loaded, the router reloads the page that is open. This opens the next page
 * instead, so that the address is the one that was pressed, whatever comes of it. A form that was posted is left to the
 * router: only its answer knows where it leads. Browsers without the Navigation API do as the router says.
 */
export const keepAddress: ClientInstrumentation = {
  router(router) {
    const { navigation } = window as { navigation?: Navigation }
    navigation?.addEventListener('navigate', (event) => {
      if (event.navigationType !== 'reload' || event.userInitiated || !next) return
      event.preventDefault()
      const { href } = next
      queueMicrotask(() => window.location.assign(href))
    })
    router.instrument({
      async navigate(go, { to, formMethod = 'get', formData }) {
        const opened = typeof to === 'string' && formMethod === 'get' ? addressOf(to, formData) : undefined
        next = opened
        await go()
        if (next === opened) next = undefined
      },
    })
  },
}

/** Where a link leads, or a form that sends its fields in the address. */
function addressOf(to: string, fields?: FormData): URL {
  const address = new URL(to, window.location.href)
  const typed = [...(fields ?? [])].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  if (fields) address.search = String(new URLSearchParams(typed))
  return address
}
