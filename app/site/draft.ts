// What is typed into a form with `data-draft="key"` stays while its tab is open: it is there again after a reload, or a look at
// another page. Never a box, a file, a hidden field, nor what no page gets back (cards, passwords). `data-draft-done="key"` ends it.
import { hasSecret } from '#app/http/submitted-fields.ts'
import { type Field, writtenValue } from './markup.ts'

/** What was typed, and what the server had written: over other values nothing is given back. */
type Draft = { over: string; typed: Record<string, string> }

const writtenInto = new Map<string, string>()

for (const type of ['input', 'change'] as const)
  document.addEventListener(type, ({ target }) => {
    const { form } = target as Partial<HTMLInputElement>
    if (form?.dataset.draft === undefined) return
    const key = keyOf(form.dataset.draft)
    const draft: Draft = { over: writtenInto.get(key) ?? '', typed: valuesOf(form, presentValue) }
    orBlocked(() => sessionStorage.setItem(key, JSON.stringify(draft)))
  })

export function watch(place: HTMLElement): void {
  const { draft: name, draftDone } = place.dataset
  if (draftDone !== undefined) return orBlocked(() => sessionStorage.removeItem(keyOf(draftDone)))
  const [form, key] = [place as HTMLFormElement, keyOf(name)]
  if (writtenInto.has(key)) return
  const over = JSON.stringify(valuesOf(form, writtenValue))
  writtenInto.set(key, over)
  const draft = orBlocked(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null)
  if (draft?.over === over) giveBack(form, draft.typed)
}

function giveBack(form: HTMLFormElement, typed: Draft['typed']): void {
  const [written, present] = [valuesOf(form, writtenValue), valuesOf(form, presentValue)]
  for (const field of fieldsOf(form)) {
    const value = typed[field.name]
    if (value === undefined || value === written[field.name] || present[field.name] !== written[field.name])
      continue
    if (field.type !== 'radio') field.value = value
    else if (field.value === value) (field as HTMLInputElement).checked = true
    else continue
    // What follows a field (`address.ts`) listens to this.
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (field): field is Field =>
      field.matches(
        'select, textarea, input:not([type=hidden], [type=file], [type=password], [type=checkbox])',
      ) &&
      (field as Field).name !== '' &&
      !hasSecret((field as Field).name),
  )
}

function valuesOf(
  form: HTMLFormElement,
  valueOf: (field: Field) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(form).flatMap((field) => {
      const value = valueOf(field)
      return value === undefined ? [] : [[field.name, value] as const]
    }),
  )
}

function presentValue(field: Field): string | undefined {
  return field.type === 'radio' && !(field as HTMLInputElement).checked ? undefined : field.value
}

const keyOf = (name = '') => `paco-draft-${name}`

/** Storage throws where it is blocked: there is no draft then. */
function orBlocked<Value>(attempt: () => Value): Value | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
