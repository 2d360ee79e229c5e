// A page as a browser without script reads it.
import { Window } from 'happy-dom'

/** Reads the HTML of a page, or nothing where there is none. */
export function readPage(html: string, url: URL): Window {
  const window = new Window({ url: url.href, settings: { disableComputedStyleRendering: true } })
  if (!html) return window
  const { document } = window
  document.write(withoutScript(html).replaceAll('\r\n', '\n')) // as browsers read the ends of lines
  // The styles show one of a button's labels.
  for (const label of document.querySelectorAll('.btn-labels > [data-off]')) label.remove()
  // happy-dom forgets which option is chosen while it reads a select.
  for (const option of document.querySelectorAll('option'))
    if (option.hasAttribute('selected')) option.selected = true
  return window
}

/** Scripts and styles are nothing to a visitor without script: to read them takes time only. */
function withoutScript(html: string): string {
  return html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '').replaceAll(/<link\b[^>]*>/g, '')
}
