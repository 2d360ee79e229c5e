import { useEffect, useLayoutEffect, useState } from 'react'
import { useFetchers, useNavigation } from 'react-router'

/** How long a form that the browser sends itself looks pending, in milliseconds: a download does not leave the page. */
const documentWaitMs = 4_000

/** How long after a press the router may begin to send the form, in milliseconds. */
const answerStartsMs = 300

/**
 * Marks the pressed button of every form as busy until the form is answered. Part of every page, so that no form is
 * without a pending state; a `Button` with a `busyLabel` says more.
 */
export function PendingForms() {
  const { state } = useNavigation()
  const isWorking = useFetchers().length > 0 || state !== 'idle'
  const [pressed, setPressed] = useState<HTMLElement | null>(null)
  useEffect(() => {
    let timer = 0
    const unmarkAll = () => {
      for (const button of document.querySelectorAll('[data-sent]')) unmarkPending(button)
    }
    const note = ({ submitter, defaultPrevented }: SubmitEvent) => {
      if (!submitter) return
      if (defaultPrevented) return setPressed(submitter) // the router's, or a form with errors
      markPending(submitter)
      clearTimeout(timer)
      timer = window.setTimeout(unmarkAll, documentWaitMs)
    }
    window.addEventListener('submit', note)
    window.addEventListener('pageshow', unmarkAll) // back from the browser's own cache
    return () => {
      clearTimeout(timer)
      window.removeEventListener('submit', note)
      window.removeEventListener('pageshow', unmarkAll)
    }
  }, [])
  useLayoutEffect(() => {
    if (!pressed) return
    if (isWorking) {
      markPending(pressed)
      return () => unmarkPending(pressed)
    }
    // Answered, or never sent: what starts to work later is not its answer.
    const timer = window.setTimeout(() => setPressed(null), answerStartsMs)
    return () => clearTimeout(timer)
  }, [isWorking, pressed])
  return null
}

/** Marks a button as busy. One that says so itself is left alone. */
export function markPending(button: Element) {
  if (button.hasAttribute('aria-busy')) return
  button.setAttribute('aria-busy', 'true')
  button.setAttribute('data-sent', '')
}

export function unmarkPending(button: Element) {
  if (!button.hasAttribute('data-sent')) return
  button.removeAttribute('data-sent')
  button.removeAttribute('aria-busy')
}
