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
import { onMarkup } from './markup.ts'
import { watchToasts } from './toasts.ts'

watchForms()
watchControls()
watchDialogs()
watchFilters()
watchClocks()
watchToasts()
watchLive()
watchHeader()

// Only a page that has an island fetches React.
onMarkup((root) => {
  const places = root.querySelectorAll<HTMLElement>('[data-island]')
  if (places.length > 0)
    void import('../islands/hydrate-islands.ts').then(({ hydrateIsland }) => {
      for (const place of places) void hydrateIsland(place)
    })
})

// Only where their markup is.
onMarkup((root) => {
  if (root.querySelector('form[data-draft], [data-draft-done]'))
    void import('./draft.ts').then(({ keepDrafts }) => keepDrafts(root))
  if (root.querySelector('[data-state-in], [data-notices-of]'))
    void import('./address.ts').then(({ watchAddress }) => watchAddress())
  if (root.querySelector('[data-unsettled]'))
    void import('./unsettled.ts').then(({ watchUnsettled }) => watchUnsettled())
})

if (document.documentElement.hasAttribute('data-console'))
  void import('./console.ts').then(({ watchConsole }) => watchConsole())
