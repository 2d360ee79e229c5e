// The script of every page. A page works without it; what it finds in the markup it makes quicker and livelier:
// `forms.ts` (every POST), `dialogs.ts` (`data-dialog`), `live.ts` (`data-live`), `toasts.ts` (`data-toast`), `header.ts` (navigation,
// cart, held line), and what only some pages have.
import { watchControls, watchDialogs } from './dialogs.ts'
import { watchForms } from './forms.ts'
import { watchHeader } from './header.ts'
import { watchLive } from './live.ts'
import { findAll, onMarkup } from './markup.ts'
import { watchToasts } from './toasts.ts'

export function watchSite(): void {
  watchForms()
  watchControls()
  watchDialogs()
  watchToasts()
  watchLive()
  watchHeader()
  onMarkup((root) => {
    for (const [selector, load] of rare)
      for (const place of findAll(root, selector)) void load().then(({ watch }) => watch(place))
  })
}

/** What only some pages have. The console's sheets are marked on the document. */
const rare: [selector: string, load: () => Promise<{ watch: (place: HTMLElement) => unknown }>][] = [
  ['[data-until]', () => import('./clocks.ts')],
  ['form[data-auto], form[method="get"][data-inside]', () => import('./filters.ts')],
  ['form[data-draft], [data-draft-done]', () => import('./draft.ts')],
  ['form#hold', () => import('./picker.ts')],
  ['[data-state-in], [data-notices-of]', () => import('./address.ts')],
  ['form[data-pick]', () => import('./pick.ts')],
  ['.tip', () => import('./tips.ts')],
  ['html[data-console]', () => import('./console.ts')],
  ['[data-board]', () => import('./board.ts')],
  ['form[data-passkey]', () => import('./passkey.ts')],
  ['[data-island]', islands],
]

/** Only a page that has an island fetches React. */
async function islands() {
  // @ts-expect-error a module of the router's plugin: React Refresh needs it before any component; development only
  if (import.meta.env.DEV) await import('virtual:react-router/inject-hmr-runtime')
  return import('../islands/hydrate-islands.ts')
}
