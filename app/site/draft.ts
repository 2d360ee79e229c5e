// What is typed into a form with `data-draft="key"` stays while its tab is open: it is there again after a reload, or a look at
// another page. Never a box, a file, a hidden field, nor what no page gets back (cards, passwords). `data-draft-done="key"` ends it.
import { hasSecret } from '#app/http/submitted-fields.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** What was typed, and what the server had written: over other values nothing is given back. */
type Draft = { over: string; typed: Record<string, string> }

/** What the server had written into each form when its page opened. */
const writtenInto = new Map<string, string>()

for (const type of ['input', 'change'] as const)
  document.addEventListener(type, ({ target }) => {
    const form = (target as Partial<HTMLInputElement>).form
    if (form?.dataset.draft !== undefined) save(form)
  })

export function keepDrafts(root: ParentNode): void {
  for (const { dataset } of root.querySelectorAll<HTMLElement>('[data-draft-done]'))
    orBlocked(() => sessionStorage.removeItem(keyOf(dataset.draftDone)))
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const key = keyOf(form.dataset.draft)
    // A form that comes back refused has the newest words in it.
    if (writtenInto.has(key)) continue
    const over = JSON.stringify(valuesOf(form, writtenValue))
    writtenInto.set(key, over)
    const draft = orBlocked(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null)
    if (draft?.over === over) giveBack(form, draft.typed)
  }
}

function save(form: HTMLFormElement): void {
  const key = keyOf(form.dataset.draft)
  const typed = valuesOf(form, presentValue)
  const draft = { over: writtenInto.get(key) ?? '', typed } satisfies Draft
  if (Object.keys(typed).length > 0) orBlocked(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

/** A field that is no longer as the server wrote it is left alone. */
function giveBack(form: HTMLFormElement, typed: Draft['typed']): void {
  const [written, present] = [valuesOf(form, writtenValue), valuesOf(form, presentValue)]
  for (const control of controlsOf(form)) {
    const value = typed[control.name]
    if (
      value === undefined ||
      value === written[control.name] ||
      present[control.name] !== written[control.name]
    )
      continue
    if (control.type !== 'radio') control.value = value
    else if (control.value === value) (control as HTMLInputElement).checked = true
    else continue
    // What follows a field (`address.ts`) listens to this.
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (control): control is Control =>
      control.matches(
        'select, textarea, input:not([type=hidden], [type=file], [type=password], [type=checkbox])',
      ) &&
      (control as Control).name !== '' &&
      !hasSecret((control as Control).name),
  )
}

function valuesOf(
  form: HTMLFormElement,
  valueOf: (control: Control) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    controlsOf(form).flatMap((control) => {
      const value = valueOf(control)
      return value === undefined ? [] : [[control.name, value] as const]
    }),
  )
}

function presentValue(control: Control): string | undefined {
  return control.type === 'radio' && !(control as HTMLInputElement).checked ? undefined : control.value
}

function writtenValue(control: Control): string | undefined {
  if (control instanceof HTMLSelectElement)
    return ([...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0])?.value
  if (control.type !== 'radio') return control.defaultValue
  return (control as HTMLInputElement).defaultChecked ? control.value : undefined
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
