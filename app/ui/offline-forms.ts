import { useEffect } from 'react'
import type { FormTargets } from './form-target.ts'
import { markPending, unmarkPending } from './pending-forms.tsx'
import { useFormTargets } from './use-form-targets.ts'

/** For forms that show a network failure themselves. */
export const showsOwnError = { 'data-shows-own-error': '' } as const

/**
 * Sends a form that leads to another path only once the script of that path's page is there: without it the router reloads the
 * page and loses all input. The script is fetched when the form is first touched; a press that comes before it waits.
 * `onBlocked` informs the visitor of a cut line; it must be a stable function.
 */
export function useOfflineForms(onBlocked: () => void) {
  const targets = useFormTargets()
  useEffect(() => holdForms(targets, onBlocked), [targets, onBlocked])
}

/** Returns how to stop it. */
function holdForms(targets: FormTargets, onBlocked: () => void): () => void {
  const waiting = new WeakSet<HTMLFormElement>()

  const prepare = (element: unknown) => {
    const control = element instanceof Element ? element.closest('button, input, select, textarea') : null
    const form = (control as HTMLButtonElement | null)?.form
    const path = form && targetOf(form, control)
    if (path && navigator.onLine) void targets.load(path)
  }
  const touch = ({ target }: Event) => prepare(target)
  const hold = (event: SubmitEvent) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement)) return
    const path = targetOf(form, submitter)
    const ownError = 'showsOwnError' in form.dataset
    if (!path || (navigator.onLine ? targets.isReady(path) : ownError)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!navigator.onLine) return onBlocked()
    if (!waiting.has(form)) void sendOnceReady(form, submitter, path)
  }
  async function sendOnceReady(form: HTMLFormElement, submitter: HTMLElement | null, path: string) {
    waiting.add(form)
    if (submitter) markPending(submitter)
    const isReady = await targets.load(path)
    if (submitter) unmarkPending(submitter)
    waiting.delete(form)
    if (!form.isConnected) return
    if (isReady) form.requestSubmit(submitter?.isConnected ? submitter : null)
    else onBlocked()
  }

  prepare(document.activeElement) // touched before the script was there
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('focusin', touch, options)
  window.addEventListener('pointerdown', touch, options)
  window.addEventListener('submit', hold, options)
  return () => listening.abort()
}

/** The path of another page that a form leads to. */
function targetOf(form: HTMLFormElement, control?: Element | null): string | undefined {
  if (form.method === 'dialog') return undefined
  const action = control?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  const { origin, pathname } = new URL(action, location.href)
  return origin === location.origin && pathname !== location.pathname ? pathname : undefined
}
