// The script of every page. A page works without it; what it finds in the markup it makes quicker and livelier:
// `forms.ts` (every POST), `dialogs.ts` (`data-dialog`), `filters.ts` (`data-auto`), `live.ts` (`data-live`), `clocks.ts`
// (`data-until`), `toasts.ts` (`data-toast`), `header.ts` (navigation, cart, held line), and the islands.
import { watchClocks } from './clocks.ts'
import { watchControls } from './controls.ts'
import { watchDialogs } from './dialogs.ts'
import { watchFilters } from './filters.ts'
import { watchForms } from './forms.ts'
import { watchHeader } from './header.ts'
import { watchLive } from './live.ts'
import { findAll, onMarkup } from './markup.ts'
import { watchToasts } from './toasts.ts'

export function watchSite(): void {
  watchForms()
  watchControls()
  watchDialogs()
  watchFilters()
  watchClocks()
  watchToasts()
  watchLive()
  watchHeader()
  onMarkup((root) => {
    for (const [selector, watch] of rare) for (const place of findAll(root, selector)) void watch(place)
  })
  // Only a page that has an island fetches React.
  onMarkup((root) => {
    const places = findAll(root, '[data-island]')
    if (places.length > 0) void hydrate(places)
  })
  if (document.documentElement.hasAttribute('data-console'))
    void import('./console.ts').then(({ watchConsole }) => watchConsole())
}

const rare: [selector: string, watch: (place: HTMLElement) => unknown][] = [
  [
    'form[data-draft]',
    (form) => import('./draft.ts').then(({ keepDraft }) => keepDraft(form as HTMLFormElement)),
  ],
  ['[data-draft-done]', (mark) => import('./draft.ts').then(({ endDraft }) => endDraft(mark))],
  ['[data-board]', (board) => import('./board.ts').then(({ watchBoard }) => watchBoard(board))],
  [
    'form#hold',
    (form) => import('./drop-numbers.ts').then(({ watchNumbers }) => watchNumbers(form as HTMLFormElement)),
  ],
  [
    '[data-state-in], [data-notices-of]',
    () => import('./address.ts').then(({ watchAddress }) => watchAddress()),
  ],
  ['.tip', (tip) => import('./tips.ts').then(({ watchTip }) => watchTip(tip))],
  ['[data-unsettled]', () => import('./unsettled.ts').then(({ watchUnsettled }) => watchUnsettled())],
  [
    'form[data-pick]',
    (form) => import('./pick.ts').then(({ watchPick }) => watchPick(form as HTMLFormElement)),
  ],
]

async function hydrate(places: readonly HTMLElement[]): Promise<void> {
  // @ts-expect-error a module of the router's plugin: React Refresh needs it before any component; development only
  if (import.meta.env.DEV) await import('virtual:react-router/inject-hmr-runtime')
  const { hydrateIsland } = await import('../islands/hydrate-islands.ts')
  for (const place of places) void hydrateIsland(place)
}
