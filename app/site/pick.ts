// A choice that is part of the address: the radio buttons of a form with `data-pick`, by their name. The page follows the choice,
// and going back or reloading keeps it.
import { refresh } from './markup.ts'

export function watch(place: HTMLElement): void {
  const form = place as HTMLFormElement
  // The radio buttons stand beside the form.
  for (const control of form.elements)
    if (control instanceof HTMLInputElement && control.type === 'radio') {
      control.addEventListener('change', () => follow(form, control))
      // Chosen before this was here, or given back by the browser.
      if (control.checked && !control.defaultChecked) follow(form, control)
    }
}

function follow(form: HTMLFormElement, radio: HTMLInputElement): void {
  const address = new URL(location.href)
  address.searchParams.set(radio.name, radio.value)
  history.replaceState(history.state, '', address)
  // What is sent is what is chosen, also while the page is being read.
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-picked]')) field.value = radio.value
  for (const other of document.querySelectorAll<HTMLInputElement>(`[name="${radio.name}"][type=radio]`))
    other.defaultChecked = other === radio
  void refresh()
}
