import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useActionData } from 'react-router'
import { readDraft, saveDraft } from './form-draft.ts'

type Options = {
  /** Where the tab's storage keeps the draft. */
  key: string
  /** The names of the fields that are kept. The same array in every render. */
  fields: readonly string[]
  /** The server's values of the form: a draft made over others is not restored. */
  over: string
}

/**
 * Saves what is typed into a form while its tab is open, and restores it when the form mounts again after navigation or a
 * reload. Fields stay uncontrolled: one that differs from the server's value is left alone.
 */
export function useFormDraft({ key, fields, over }: Options): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const givenBackTo = useRef('')
  // A refused submission carries the newest input.
  const isAnswered = useActionData() !== undefined

  // Before paint, so that fields never flash empty.
  useLayoutEffect(() => {
    const { current } = form
    if (!current?.querySelector(fields.map((name) => `[name="${name}"]`).join())) return
    if (givenBackTo.current !== key && !isAnswered) giveBack(current, fields, readDraft(key, over))
    givenBackTo.current = key
    const keep = () => saveDraft(key, { over, typed: typedInto(current, fields) })
    keep()
    current.addEventListener('input', keep)
    current.addEventListener('change', keep)
    return () => {
      current.removeEventListener('input', keep)
      current.removeEventListener('change', keep)
    }
  }, [key, fields, over, isAnswered])
  return form
}

function typedInto(form: HTMLFormElement, fields: readonly string[]): Record<string, string> {
  const all = new FormData(form)
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = all.get(name)
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
}

function giveBack(form: HTMLFormElement, fields: readonly string[], typed: Record<string, string>) {
  for (const name of fields) {
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
  const isText = control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement
  if (!isText || control.type === 'radio') return undefined
  if (control.value !== control.defaultValue) return undefined
  // React ignores the event if the value was set through its own property, so use the prototype's.
  Reflect.set(Object.getPrototypeOf(control), 'value', value, control)
  return control
}
