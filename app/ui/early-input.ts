// React takes over fields as the browser has them, but does not hear of what was typed or chosen before: a component would
// go on with the value it was rendered with.

/** Tells React of every field that has another value than the server's page gave it. */
export function reportEarlyInput() {
  for (const field of document.querySelectorAll('input, textarea, select')) {
    if (field instanceof HTMLSelectElement) reportSelect(field)
    else if (field instanceof HTMLTextAreaElement) reportText(field)
    else if (field instanceof HTMLInputElement) reportInput(field)
  }
}

function reportSelect(select: HTMLSelectElement) {
  const initial = [...select.options].findLastIndex((option) => option.defaultSelected)
  if (select.selectedIndex !== Math.max(initial, 0)) tell(select, 'change')
}

function reportInput(input: HTMLInputElement) {
  const { type, files, checked, defaultChecked } = input
  if (type === 'hidden') return
  if (type === 'file') {
    if (files?.length) tell(input, 'change')
  } else if (type === 'checkbox') {
    if (checked !== defaultChecked) clickFrom(input, [input])
  } else if (type === 'radio') {
    if (checked && !defaultChecked) clickFrom(input, radiosOf(input))
  } else reportText(input)
}

/** React hears of a click only if the box or button changes by it: it is put back first. */
function clickFrom(input: HTMLInputElement, group: HTMLInputElement[]) {
  for (const each of group) each.checked = false
  for (const each of group) if (each.defaultChecked) each.checked = true
  input.click()
}

function radiosOf({ name, form }: HTMLInputElement): HTMLInputElement[] {
  const radios = (form ?? document).querySelectorAll<HTMLInputElement>(`input[type=radio]`)
  return [...radios].filter((radio) => radio.name === name && radio.form === form)
}

/**
 * React watches what is assigned to `value` and takes a value that it knows for no change. It sees the initial one
 * assigned; what was typed is put in again past it.
 */
function reportText(field: HTMLInputElement | HTMLTextAreaElement) {
  const { value: typed, defaultValue } = field
  if (typed === defaultValue) return
  const isFocused = field === document.activeElement
  const { selectionStart, selectionEnd } = field
  field.value = defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  if (isFocused && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  tell(field, 'input')
}

function tell(field: Element, type: 'input' | 'change') {
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
