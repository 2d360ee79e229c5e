// Forms that only ask (GET). One with `data-auto` is sent as it changes, and the page's main part follows, and its address. One with
// `data-inside="part"` changes nothing but that part of the page.
import { fetchPage, isChanged } from './markup.ts'
import { sayFailed } from './toasts.ts'

const restMs = 200

let timer = 0
let running: AbortController | undefined

document.addEventListener('input', (event) => {
  // A word that an input method still puts together would be lost with its field.
  if (!(event instanceof InputEvent && event.isComposing)) change(event)
})
document.addEventListener('compositionend', change)
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || !form.matches('[method="get"]:is([data-auto], [data-inside])')) return
  event.preventDefault()
  void ask(form, event.submitter)
})

/** Asks for what was typed before this script was there. */
export function watch(form: HTMLElement): void {
  const isTyped = [...(form as HTMLFormElement).elements].some(isChanged)
  if (form.dataset.auto !== undefined && isTyped) void ask(form as HTMLFormElement)
}

function change({ target }: Event): void {
  const { form } = target as HTMLInputElement
  if (form?.dataset.auto === undefined) return
  clearTimeout(timer)
  const isTyped = (target as Element).matches('input:not([type=checkbox], [type=radio])')
  timer = window.setTimeout(() => void ask(form), isTyped ? restMs : 0)
}

/** Whether the answer is shown: a newer question, or a cut line, leaves the page as it is. */
export async function ask(form: HTMLFormElement, submitter?: HTMLElement | null): Promise<boolean> {
  const fields = [...new FormData(form, submitter)].filter(
    ([, value]) => typeof value === 'string' && value !== '',
  ) as [string, string][]
  const address = new URL(form.getAttribute('action') ?? location.pathname, location.href)
  address.search = String(new URLSearchParams(fields))
  clearTimeout(timer)
  running?.abort()
  const { signal } = (running = new AbortController())
  const { inside } = form.dataset
  const busy = submitter ?? form
  busy.setAttribute('aria-busy', 'true')
  try {
    const [{ swapMain, swapPart }, { answer, page }] = await Promise.all([
      import('./parts.ts'),
      fetchPage(address, signal),
    ])
    if (signal.aborted) return false
    if (answer.status >= 500) throw new TypeError('The shop could not answer.')
    // A list may write its filters in another way; what is not the list any more is another page.
    const shown = new URL(answer.url)
    const isList = page && shown.pathname === address.pathname
    if (isList && inside === undefined) history.replaceState(history.state, '', shown)
    if (isList && (inside === undefined ? swapMain(page) : swapPart(page, inside))) return true
    location.assign(shown)
  } catch (thrown) {
    if (signal.aborted) return false
    sayFailed(form, 'Not loaded')
    if (!(thrown instanceof TypeError)) throw thrown // `fetch` throws one when the line is cut
  } finally {
    busy.removeAttribute('aria-busy')
  }
  return false
}
