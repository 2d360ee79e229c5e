// Filters that are sent as they change: `<form method="get" data-auto>`. The page's main part follows, and its address.
import { networkFailureWords } from '#app/http/network-failure.ts'
import { fetchPage, isChanged, swapMain } from './markup.ts'
import { showToast } from './toasts.ts'

const restMs = 200

let timer = 0
let running: AbortController | undefined

export function watchFilters(): void {
  document.addEventListener('input', (event) => {
    // A word that an input method still puts together would be lost with its field.
    if (!(event instanceof InputEvent && event.isComposing)) change(event)
  })
  document.addEventListener('compositionend', change)
  // What was typed before this script was there.
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-auto]'))
    if ([...form.elements].some(isChanged)) void apply(form)
  document.addEventListener('submit', (event) => {
    if (
      event.defaultPrevented ||
      !(event.target instanceof HTMLFormElement) ||
      !event.target.matches('[data-auto]')
    )
      return
    event.preventDefault()
    clearTimeout(timer)
    void apply(event.target, event.submitter)
  })
}

function change({ target }: Event): void {
  const form = formOf(target)
  if (!form) return
  clearTimeout(timer)
  const isTyped = (target as Element).matches('input:not([type=checkbox], [type=radio])')
  timer = window.setTimeout(() => void apply(form), isTyped ? restMs : 0)
}

function formOf(target: EventTarget | null): HTMLFormElement | null {
  const control = target as HTMLInputElement | null
  return control?.form?.matches('[data-auto]') ? control.form : null
}

async function apply(form: HTMLFormElement, submitter?: HTMLElement | null): Promise<void> {
  const fields = [...new FormData(form, submitter)].filter(
    ([, value]) => typeof value === 'string' && value !== '',
  ) as [string, string][]
  const address = new URL(form.getAttribute('action') ?? location.pathname, location.href)
  address.search = String(new URLSearchParams(fields))
  running?.abort()
  const { signal } = (running = new AbortController())
  form.setAttribute('aria-busy', 'true')
  try {
    const { answer, page } = await fetchPage(address, signal)
    // A list may write its filters in another way; what is not the list any more is another page.
    const shown = new URL(answer.url)
    if (!page || shown.pathname !== address.pathname) return location.assign(shown)
    if (signal.aborted) return
    history.replaceState(history.state, '', shown)
    swapMain(page)
  } catch (thrown) {
    if (signal.aborted) return
    showToast({ title: 'Not loaded', description: networkFailureWords, kind: 'destructive' })
    if (!(thrown instanceof TypeError)) throw thrown // `fetch` throws one when the line is cut
  } finally {
    form.removeAttribute('aria-busy')
  }
}
