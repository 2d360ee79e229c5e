import { Window } from 'happy-dom'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { CurrentDrop } from '#app/features/pages/components/current-drop.tsx'
import type { Drop } from '#app/features/drops/store/drops.server.ts'
import { CountSentence } from '#app/features/drops/components/drop-parts.tsx'
import { unpackUnits, followDrop } from '#app/features/drops/rules.ts'
import { DropPanel } from '#app/features/today/routes/today.tsx'
import { show } from './drop.ts'

const live = (units: string) => ({ status: 'live' as const, paused: false, units })
const run = (units: string) => ({
  slug: 'run',
  status: 'live' as const,
  pausedAt: null,
  units: unpackUnits(units),
})

function home(units: string) {
  const more = { name: 'Run', theme: 'noir', heroImageUrl: '/run.svg', totalUnits: units.length } as const
  const current = { ...run(units), ...more } as Drop
  return <CurrentDrop current={current} next={undefined} now={new Date(0)} />
}

const parts: [string, (units: string) => ReactElement][] = [
  ['the card of home', home],
  [
    'the panel of Today',
    (units) => <DropPanel drop={{ ...run(units), name: 'Run', path: '/drops/run', board: null }} />,
  ],
  [
    'the count below the numbers, one of them the house’s',
    (units) => (
      <p {...followDrop(run(units), 1)}>
        <CountSentence units={unpackUnits(units)} house={1} />
      </p>
    ),
  ],
]

function pageOf(part: ReactElement) {
  const Page = createRoutesStub([{ path: '/', Component: () => part }])
  const { document } = new Window()
  document.body.innerHTML = renderToStaticMarkup(<Page />)
  return document as unknown as Document
}

const followed = (page: Document) => page.querySelector<HTMLElement>('[data-live]') as HTMLElement

test.each(parts)('%s becomes what the shop would send by now', (_, part) => {
  const page = pageOf(part('ooooht'))
  for (const units of ['oohhht', 'oottht', 'oooooo', 'ohtttt']) {
    expect(show(followed(page), live(units))).toBe(true)
    expect(page.body.innerHTML).toBe(pageOf(part(units)).body.innerHTML)
  }
})

test.each([
  ['it sold out', { ...live('tt'), status: 'sold_out' }],
  ['it is paused', { ...live('ot'), paused: true }],
  ['none is open', live('ht')],
])('the page is read anew when %s', (_, state) => {
  const page = pageOf(home('ot'))
  expect(show(followed(page), state)).toBe(false)
  expect(show(followed(page), live('ot'))).toBe(true)
})

test('a part that follows the status alone is not touched by its units', () => {
  const page = pageOf(<i {...followDrop({ slug: 'run', status: 'live', pausedAt: null })} />)
  expect(show(followed(page), live('ht'))).toBe(true)
  expect(show(followed(page), { ...live('ht'), status: 'archived' })).toBe(false)
})
