// The script of the console's pages, beside that of every page: its keyboard (`console-keys.ts`), its search (`palette.ts`),
// selected rows (`selection.ts`), panels that close once they are left, and the place where a sheet was scrolled to.
import { watchKeys } from './console-keys.ts'
import { onMarkup } from './markup.ts'
import { watchPalette } from './palette.ts'
import { watchSelection } from './selection.ts'

const panels = 'details:is(.con-menu, .con-popover)[open]'

const placeKey = 'paco-place'

export function watch(): void {
  keepPlace()
  watchKeys()
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

/**
 * Closes a panel once the focus moves behind it: it would cover what has the focus (WCAG 2.4.11). Panels that stand in the
 * flow, as on phones, cover nothing and stay: the page would move under the finger.
 */
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
