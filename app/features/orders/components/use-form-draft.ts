import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useActionData, useLoaderData } from 'react-router'
import type { SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { detailFields } from './field-order.ts'
import { clearDraft, saveDraft, readDraft } from './form-draft.ts'

/**
 * Keeps what is typed into the details of a checkout for as long as the tab is open, and gives it back to a form that
 * comes to life without it: after a look at another page, after a reload. Nothing of the payment, and no confirmation.
 * The fields stay the browser's own: what stands in one that differs from what the server wrote is left alone.
 */
export function useFormDraft(orderId: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const givenBackTo = useRef('')
  const { given = {} } = useLoaderData<{ given?: SubmittedFields }>()
  // A refusal carries what was typed: nothing is newer than that.
  const isAnswered = useActionData() !== undefined
  const over = JSON.stringify(detailFields.map((name) => typedIn(given, name)))

  // Before the next paint, so that nobody sees the fields empty.
  useLayoutEffect(() => {
    const { current } = form
    if (!current?.querySelector(detailSelector)) return
    if (givenBackTo.current !== orderId && !isAnswered) giveBack(current, readDraft(orderId, over))
    givenBackTo.current = orderId
    const keep = () => saveDraft(orderId, { over, typed: typedInto(current) })
    keep()
    current.addEventListener('input', keep)
    current.addEventListener('change', keep)
    return () => {
      current.removeEventListener('input', keep)
      current.removeEventListener('change', keep)
    }
  }, [orderId, over, isAnswered])
  return form
}

/** Drops what was kept of an order's details, once nobody will be asked for them again. */
export function useClearDraft(orderId: string, isOver: boolean) {
  useEffect(() => {
    if (isOver) clearDraft(orderId)
  }, [orderId, isOver])
}

const detailSelector = detailFields.map((name) => `[name="${name}"]`).join()

function typedInto(form: HTMLFormElement): Record<string, string> {
  const all = new FormData(form)
  return Object.fromEntries(
    detailFields.flatMap((name) => {
      const value = all.get(name)
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
}

function giveBack(form: HTMLFormElement, typed: Record<string, string>) {
  for (const name of detailFields) {
    const value = typed[name]
    const control = form.elements.namedItem(name)
    if (value === undefined || !control) continue
    const changed = control instanceof RadioNodeList ? choose(control, value) : fill(control, value)
    // The word on a state and the county of a ZIP code listen to this.
    changed?.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function choose(group: RadioNodeList, value: string): Element | undefined {
  const choices = [...group].filter((node) => node instanceof HTMLInputElement)
  if (choices.some((choice) => choice.checked !== choice.defaultChecked)) return undefined
  const chosen = choices.find((choice) => choice.value === value)
  if (chosen) chosen.checked = true
  return chosen
}

function fill(control: Element, value: string): Element | undefined {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const written = options.find((option) => option.defaultSelected) ?? options[0]
    if (control.value !== written?.value || options.every((option) => option.value !== value))
      return undefined
    control.value = value
    return control
  }
  if (!(control instanceof HTMLInputElement) || control.type === 'radio') return undefined
  if (control.value !== control.defaultValue) return undefined
  // React takes an event for news only if the value was not set through its own property of the element.
  Reflect.set(HTMLInputElement.prototype, 'value', value, control)
  return control
}
