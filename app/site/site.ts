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

// Each where its markup is: the numbers of a live drop, the close view of a receiver, a thing that is turned.
onMarkup((root) => {
  for (const form of root.querySelectorAll<HTMLFormElement>('form#hold'))
    void import('./drop-numbers.ts').then(({ watchNumbers }) => watchNumbers(form))
  for (const picture of root.querySelectorAll<HTMLElement>('.receiver-picture'))
    void import('./receiver.ts').then(({ watchReceiver }) => watchReceiver(picture))
  for (const stage of root.querySelectorAll<HTMLElement>('[data-turn]'))
    void import('./turntable.ts').then(({ watchTurntable }) => watchTurntable(stage))
})

// Only a page that has an island fetches React.
onMarkup((root) => {
  const places = root.querySelectorAll<HTMLElement>('[data-island]')
  if (places.length > 0)
    void import('../islands/hydrate-islands.ts').then(({ hydrateIsland }) => {
      for (const place of places) void hydrateIsland(place)
    })
})

if (document.documentElement.hasAttribute('data-console'))
  void import('./console.ts').then(({ watchConsole }) => watchConsole())
