import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Once a form of a sheet was answered with a refusal, its words come into view and take the focus, or else the first field that
 * is wrong: the button that was pressed may be far below them.
 */
export function useRefusalInView() {
  const { state, formMethod } = useNavigation()
  const wasSent = useRef(false)
  useEffect(() => {
    if (state !== 'idle') {
      wasSent.current = formMethod === 'POST'
      return
    }
    if (wasSent.current) showRefusal()
    wasSent.current = false
  }, [state, formMethod])
}

function showRefusal() {
  const main = document.querySelector('main')
  const alert = main?.querySelector<HTMLElement>('[role="alert"]:not(:empty)')
  if (alert) alert.tabIndex = -1
  const found = alert ?? main?.querySelector<HTMLElement>('[aria-invalid="true"]')
  found?.focus()
}
