// The script of the console's pages, beside that of every page: its few keys, its search (`palette.ts`),
// selected rows (`selection.ts`), panels that close once they are left, and the place where a sheet was scrolled to.
import { onMarkup } from './markup.ts'
import { openPalette, watchPalette } from './palette.ts'
import { watchSelection } from './selection.ts'

const panels = 'details:is(.con-menu, .con-popover)[open]'

const placeKey = 'paco-place'

export function watch(): void {
  keepPlace()
  document.addEventListener('keydown', press)
  watchPalette()
  watchSelection()
  document.addEventListener('focusout', closeLeftPanel)
  onMarkup((root) => {
    // A form that opens at the foot of the sheet would have its buttons below the edge.
    root
      .querySelector('.con-actions > [data-current]')
      ?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  })
  document.documentElement.dataset.console = 'keys'
}

/** Left open it would cover what has the focus (WCAG 2.4.11). One in the flow, as on phones, stays: the page would move under the finger. */
function closeLeftPanel({ target, relatedTarget }: FocusEvent): void {
  const left = (target as Element).closest<HTMLDetailsElement>(panels)
  if (!left || !(relatedTarget instanceof Node) || left.contains(relatedTarget)) return
  const panel = left.lastElementChild
  if (panel && getComputedStyle(panel).position === 'absolute') left.open = false
}

function keepPlace(): void {
  const [path, top] = sessionStorage.getItem(placeKey)?.split(' ') ?? []
  sessionStorage.removeItem(placeKey)
  if (path === location.pathname && !location.hash)
    document.querySelector('main')?.scrollTo({ top: Number(top), behavior: 'instant' })
  for (const press of ['click', 'submit'] as const)
    document.addEventListener(press, ({ target }) => {
      const main = (target as Element).closest('main')
      if (main) sessionStorage.setItem(placeKey, `${location.pathname} ${main.scrollTop}`)
      else sessionStorage.removeItem(placeKey)
    })
}

/** No single letter acts (WCAG 2.1.4). */
function press(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event
  if (event.defaultPrevented || event.isComposing || altKey || shiftKey) return
  const isCommand = metaKey || ctrlKey
  const isDone =
    isCommand && key.toLowerCase() === 'k'
      ? openPalette()
      : document.querySelector('dialog[open]')
        ? false
        : key === 'Escape'
          ? escape()
          : isCommand && key === 'Enter'
            ? submitForm(event.target)
            : isCommand && key.toLowerCase() === 's' && click(visible('[data-shortcut="⌘S"]'))
  if (isDone) event.preventDefault()
}

function escape(): boolean {
  if (click(visible('[data-clear]'))) return true
  const open = visible('details[open]')
  if (open) {
    open.toggleAttribute('open', false)
    open.querySelector('summary')?.focus()
    return true
  }
  if (isTyping(document.activeElement)) {
    ;(document.activeElement as HTMLElement).blur()
    return true
  }
  return click(visible('[data-back]'))
}

function submitForm(target: EventTarget | null): boolean {
  const form = isTyping(target) ? (target as HTMLElement).closest('form') : null
  if (!form || form.method !== 'post') return false
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button:not([type=button], [type=reset], [name])'))
  return true
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=submit], [type=button])')
  )
}

function visible(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility())
}

function click(element: HTMLElement | undefined): boolean {
  element?.focus()
  element?.click()
  return element !== undefined
}
