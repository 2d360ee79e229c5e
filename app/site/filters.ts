// Filters that are sent as they change: `<form method="get" data-auto>`. The page's main part follows, and its address.
import { isPage, readPage, swapMain } from './markup.ts'

/** How long typing rests before it is searched for, in milliseconds. */
const restMs = 200

let timer = 0
let running: AbortController | undefined

export function watchFilters(): void {
  document.addEventListener('input', ({ target }) => {
    const form = formOf(target)
    if (!form) return
    clearTimeout(timer)
    const isTyped = (target as Element).matches('input:not([type=checkbox], [type=radio])')
    timer = window.setTimeout(() => void apply(form), isTyped ? restMs : 0)
  })
  // What was typed before this script was there.
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-auto]')) if (isChanged(form)) void apply(form)
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || !event.target.matches('[data-auto]')) return
    event.preventDefault()
    clearTimeout(timer)
    void apply(event.target)
  })
}

function formOf(target: EventTarget | null): HTMLFormElement | null {
  const control = target as HTMLInputElement | null
  return control?.form?.matches('[data-auto]') ? control.form : null
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement)
      return control.selectedIndex > 0 && control.selectedOptions[0]?.defaultSelected === false
    if (!(control instanceof HTMLInputElement)) return false
    return control.value !== control.defaultValue || control.checked !== control.defaultChecked
  })
}

async function apply(form: HTMLFormElement): Promise<void> {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value !== '') as [string, string][]
  const address = new URL(form.getAttribute('action') ?? location.pathname, location.href)
  address.search = String(new URLSearchParams(fields))
  running?.abort()
  const { signal } = (running = new AbortController())
  form.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' }, signal })
    if (!isPage(answer)) return location.assign(address)
    const page = await readPage(answer)
    if (signal.aborted) return
    history.replaceState(history.state, '', address)
    swapMain(page)
  } catch {
    if (!signal.aborted) location.assign(address)
  } finally {
    form.removeAttribute('aria-busy')
  }
}
