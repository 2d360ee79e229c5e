import { useLocation, useNavigation } from 'react-router'

/**
 * Whether a form of this page is on its way: sent to `path`, or else to the page's own address, until the next page is shown.
 * Following a link is not sending, so no button then says that it saves.
 */
export function useSending(path?: string): boolean {
  const { formMethod, formAction } = useNavigation()
  const { pathname } = useLocation()
  return formMethod === 'POST' && formAction?.split('?')[0] === (path ?? pathname)
}
