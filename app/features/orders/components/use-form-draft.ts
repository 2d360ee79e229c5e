import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useActionData, useLoaderData } from 'react-router'
import type { SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { detailFields } from './field-order.ts'
import { clearDraft, saveDraft, readDraft } from './form-draft.ts'

/**
 * Saves the typed details of a checkout while the tab is open, and restores them when the form mounts again after
 * navigation or a reload. Never payment or attestation. Fields stay uncontrolled: one that differs from the server's
 * value is left alone.
 */
export function useFormDraft(orderId: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const givenBackTo = useRef('')
  const { given = {} } = useLoaderData<{ given?: SubmittedFields }>()
  // A refused submission carries the newest input.
  const isAnswered = useActionData() !== undefined
  const over = JSON.stringify(detailFields.map((name) => typedIn(given, name)))

  // Before paint, so that fields never flash empty.
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

/** Deletes an order's draft once it is no longer needed. */
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
    // State notices and the county field listen to this.
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
  // React ignores the event if the value was set through its own property, so use the prototype's.
  Reflect.set(HTMLInputElement.prototype, 'value', value, control)
  return control
}
