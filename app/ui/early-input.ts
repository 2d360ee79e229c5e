// Hydration leaves fields as the browser has them, but React gets no event for what was typed or chosen before it: a
// component would keep the value it was rendered with.

/** Dispatches an event for every field whose value differs from the server-rendered one. */
export function reportEarlyInput() {
  for (const field of document.querySelectorAll('input, textarea, select')) {
    if (field instanceof HTMLSelectElement) reportSelect(field)
    else if (field instanceof HTMLTextAreaElement) reportText(field)
    else if (field instanceof HTMLInputElement) reportInput(field)
  }
}

function reportSelect(select: HTMLSelectElement) {
  const initial = [...select.options].findLastIndex((option) => option.defaultSelected)
  if (select.selectedIndex !== Math.max(initial, 0)) dispatch(select, 'change')
}

function reportInput(input: HTMLInputElement) {
  const { type, files, checked, defaultChecked } = input
  if (type === 'hidden') return
  if (type === 'file') {
    if (files?.length) dispatch(input, 'change')
  } else if (type === 'checkbox') {
    if (checked !== defaultChecked) clickFrom(input, [input])
  } else if (type === 'radio') {
    if (checked && !defaultChecked) clickFrom(input, radiosOf(input))
  } else reportText(input)
}

/** React only fires onChange if the click changes the input, so it is reset first. */
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
 * React tracks assignments to `value` and ignores an event whose value it already knows. So the initial value is assigned
 * through React's setter, and the typed one through the prototype's, which React does not see.
 */
function reportText(field: HTMLInputElement | HTMLTextAreaElement) {
  const { value: typed, defaultValue } = field
  if (typed === defaultValue) return
  const isFocused = field === document.activeElement
  const { selectionStart, selectionEnd } = field
  field.value = defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  if (isFocused && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  dispatch(field, 'input')
}

function dispatch(field: Element, type: 'input' | 'change') {
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
