// What a browser without script sends for a form.
import type { Window } from 'happy-dom'

/** Files by the fields that hold them. */
const attached = new WeakMap<object, File>()

/** Puts a file into a field. */
export function attach(field: HTMLElement, file: File) {
  attached.set(field, file)
}

/** Chooses an option by its words or its value. */
export function choose(select: HTMLSelectElement, words: string) {
  const option = [...select.options].find((one) => one.text.trim() === words || one.value === words)
  if (!option)
    throw new Error(`There is no "${words}" among ${[...select.options].map(({ text }) => text).join(', ')}`)
  select.value = option.value
}

/**
 * The request of a form that this button sends.
 * @throws If a browser would not send it: a field is missing or wrong.
 */
export function requestOf(window: Window, button: HTMLButtonElement) {
  const { form } = button
  if (!form) throw new Error('The button is in no form')
  if (!form.noValidate && !button.formNoValidate) requireValid(form)
  const address = window.location.href
  const url = new URL(button.getAttribute('formaction') ?? form.getAttribute('action') ?? address, address)
  const entries = entriesOf(window, form, button)
  const texts = new URLSearchParams(entries.filter(isText))
  const method = (button.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toUpperCase()
  if (method === 'GET') {
    url.search = texts.toString()
    return { url, method }
  }
  return { url, method, body: form.enctype === 'multipart/form-data' ? multipart(entries) : texts }
}

type Entry = [name: string, value: string | File]
const isText = (entry: Entry): entry is [string, string] => typeof entry[1] === 'string'

function entriesOf(window: Window, form: HTMLFormElement, button: HTMLButtonElement): Entry[] {
  const data = new window.FormData(form as never, button as never)
  const entries = [...data.entries()].flatMap(([name, value]): Entry[] =>
    typeof value === 'string' ? [[name, value.replaceAll(/\r?\n/g, '\r\n')]] : [],
  )
  const files = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].filter(
    ({ name, disabled }) => name && !disabled,
  )
  return [...entries, ...files.map((field): Entry => [field.name, attached.get(field) ?? new File([], '')])]
}

function multipart(entries: Entry[]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

function requireValid(form: HTMLFormElement) {
  const wrong = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].find(
    (field) => !field.checkValidity(),
  )
  if (wrong)
    throw new Error(`A browser does not send the field "${wrong.name}" so: ${wrong.validationMessage}`)
}
