// The open page, read anew: at the end of a countdown, and when others bought or held something.
import { isPage, readPage, swap, swapMain } from './markup.ts'

let isReading = false
let isAskedAgain = false

/**
 * Shows what the open page says now: all of its main part, or each `[data-live]` part of it where its visitor is in the middle of
 * something.
 */
export async function refresh(): Promise<void> {
  isAskedAgain = isReading
  if (isReading) return
  isReading = true
  try {
    await readAnew()
  } catch {
    // The line is cut: the page stays as it was.
  }
  isReading = false
  if (isAskedAgain) void refresh()
}

async function readAnew(): Promise<void> {
  const address = location.href
  const answer = await fetch(address, { headers: { Accept: 'text/html' } })
  if (!answer.ok || !isPage(answer)) return
  const page = await readPage(answer)
  // Being sent, or another page by now.
  if (document.querySelector('[data-sent], [aria-busy="true"]') || location.href !== address) return
  if (!isInUse()) return answer.redirected ? location.replace(answer.url) : void swapMain(page)
  if (answer.redirected) return
  for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const next = page.querySelector(`[data-live="${CSS.escape(part.dataset.live ?? '')}"]`)
    if (next && !part.querySelector('form[method="post"]')) swap(part, next)
  }
}

/** Whether the visitor has something open, has typed or chosen what the page did not come with, or reads why a form was refused. */
function isInUse(): boolean {
  if (document.querySelector('[data-answer], main :is(dialog[open], :popover-open)')) return true
  return [...document.querySelectorAll('main :is(input, textarea, select)')].some(isChanged)
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const given = [...control.options].findIndex((option) => option.defaultSelected)
    return control.selectedIndex !== Math.max(given, 0)
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false
  if (control.type === 'checkbox' || control.type === 'radio')
    return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}
