import { createMemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { keepFormOnFailure } from '#app/http/network-failure.ts'
import { isForOpenPage, noteOpenPage, notePosts, stayOnPage } from './stay-on-page.ts'

afterEach(() => vi.unstubAllGlobals())

const open = { pathname: '/desk', search: '?page=2', hash: '#note' }
const post = { formMethod: 'post', formData: new FormData() } as const

/** A page with a form whose line is cut. The form's address has no page: whoever opens it is sent on. */
async function openDesk() {
  vi.stubGlobal('window', { location: new URL(`http://localhost${open.pathname}${open.search}${open.hash}`) })
  const loaded = vi.fn(() => 'rows')
  const openedMark = vi.fn(() => null)
  const router = createMemoryRouter(
    [
      {
        middleware: [
          async ({ request }, next) =>
            isForOpenPage(request) ? {} : keepFormOnFailure(request, next, () => stayOnPage(request)),
        ],
        children: [
          // Loads its data whenever it can.
          { path: 'desk', loader: loaded, action: cutLine, id: 'desk', shouldRevalidate: () => true },
          { path: 'desk/mark', loader: openedMark, action: cutLine, id: 'mark' },
        ],
      },
    ],
    { initialEntries: [{ ...open, state: { from: 'list' } }], instrumentations: [notePosts] },
  )
  await vi.waitFor(() => expect(router.state.initialized).toBe(true), 10_000)
  const forget = noteOpenPage((to, options) => router.navigate(to, options), router.state.location)
  return { router, loaded, openedMark, forget }
}

function cutLine(): never {
  throw new TypeError('Failed to fetch')
}

test('a form for another address that gets no answer leaves its page as it is', async () => {
  const { router, loaded, openedMark } = await openDesk()
  await router.navigate('/desk/mark', post)
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'), 10_000)
  expect(router.state.location).toMatchObject({ ...open, state: { from: 'list' } })
  expect(router.state).toMatchObject({ errors: null, loaderData: { desk: 'rows' }, preventScrollReset: true })
  expect(router.state.historyAction).toBe('REPLACE')
  expect([loaded.mock.calls.length, openedMark.mock.calls.length]).toEqual([1, 0])
})

test('pressed again it stays again', async () => {
  const { router, openedMark } = await openDesk()
  await router.navigate('/desk/mark', post)
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'), 10_000)
  await router.navigate('/desk/mark', post)
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'), 10_000)
  expect(router.state.location).toMatchObject(open)
  expect(openedMark).not.toHaveBeenCalled()
})

test('a form of the page itself shows the failure in its place', async () => {
  const { router } = await openDesk()
  await router.navigate('/desk?page=2', post)
  expect(router.state.actionData).toMatchObject({ desk: { refusal: expect.any(String), given: {} } })
})

test('what a fetcher posts is answered to it, and does not move the page', async () => {
  const { router } = await openDesk()
  router.getFetcher('row')
  await router.fetch('row', 'desk', '/desk/mark', post)
  expect(router.state.location).toMatchObject(open)
  expect(router.state.historyAction).toBe('POP') // as it was opened
})

test('a page that has closed is not gone back to', async () => {
  const { router, forget } = await openDesk()
  forget()
  await router.navigate('/desk/mark', post)
  expect(router.state.location.pathname).toBe('/desk/mark')
})
