import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { useProvenForm } from '#app/http/use-proven-form.ts'
import { showsOwnError } from '#app/ui/offline-forms.ts'
import { fieldMessages, type SubscribeAnswer, subscribePath, type Topic } from '../rules.ts'

/** The state of a subscription form. */
export type Subscribing = {
  /** For the form element: `noValidate` once script says beside the field what the browser would say in a bubble. */
  form: {
    method: 'post'
    action: string
    noValidate: boolean
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
  busy: boolean
  isDone: boolean
  /** The last try did not come through. */
  hasFailed: boolean
  errors: FieldErrors
}

/**
 * Sends a subscription form in the background. Without script the same form goes to the same address as a page of its
 * own. `onDone` and `onFailed` are called once for each answer; a failure is a lost connection or a fault of ours, and
 * whatever was typed stays.
 */
export function useSubscribe(
  topic: Topic,
  { onDone, onFailed }: { onDone?: (form: HTMLFormElement | null) => void; onFailed?: () => void } = {},
): Subscribing {
  const fetcher = useFetcher<SubscribeAnswer>()
  const [isOffline, setOffline] = useState(false)
  const sent = useRef<HTMLFormElement | null>(null)
  const callbacks = useRef({ onDone, onFailed })
  useEffect(() => {
    callbacks.current = { onDone, onFailed }
  })

  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (answer?.done) callbacks.current.onDone?.(sent.current)
    if (answer?.failed) callbacks.current.onFailed?.()
    if (answer && !answer.done && !answer.failed) focusFirst(sent.current, answer.fieldErrors)
  }, [answer])

  const proven = useProvenForm({
    action: subscribePath,
    proof: topic,
    findErrors(form) {
      sent.current = form
      const errors = findErrors(form)
      focusFirst(form, errors)
      return errors
    },
    async send(fields) {
      setOffline(!navigator.onLine)
      if (!navigator.onLine) return onFailed?.()
      // No page shows anything that depends on it, and without a connection a reload would lose the page.
      await fetcher.submit(fields, { method: 'post', action: subscribePath, defaultShouldRevalidate: false })
    },
  })
  const busy = proven.busy || fetcher.state !== 'idle'
  return {
    form: { ...showsOwnError, ...proven.form },
    busy,
    isDone: answer?.done ?? false,
    hasFailed: !busy && (isOffline || (answer?.failed ?? false)),
    errors: Object.keys(proven.found).length ? proven.found : (answer?.fieldErrors ?? {}),
  }
}

/** What the browser itself finds wrong, in our words. */
function findErrors(form: HTMLFormElement): FieldErrors {
  const wrong: FieldErrors = {}
  const name = form.elements.namedItem('name')
  if (name instanceof HTMLInputElement && name.value.trim() === '') wrong.name = [fieldMessages.missingName]
  const email = form.elements.namedItem('email')
  if (email instanceof HTMLInputElement && !email.validity.valid)
    wrong.email = [email.validity.valueMissing ? fieldMessages.missingEmail : fieldMessages.wrongEmail]
  return wrong
}

function focusFirst(form: HTMLFormElement | null, errors: FieldErrors) {
  const field = ['name', 'email'].find((name) => errors[name]?.length)
  const element = field && form?.elements.namedItem(field)
  if (element instanceof HTMLElement) element.focus()
}
