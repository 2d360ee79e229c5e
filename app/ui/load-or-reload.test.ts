import { afterEach, expect, test, vi } from 'vitest'
import { loadOrReload } from './load-or-reload.ts'

afterEach(() => void vi.unstubAllGlobals())

function givenPage(type: 'navigate' | 'reload') {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] })
  return reload
}

const gone = () => Promise.reject(new Error('gone'))

test('a part that loads is there, and the page stays', async () => {
  const reload = givenPage('navigate')
  expect(await loadOrReload(async () => 'part')).toBe('part')
  expect(reload).not.toHaveBeenCalled()
})

test('a part that is gone loads the page anew, and nothing else happens meanwhile', async () => {
  const reload = givenPage('navigate')
  const over = vi.fn<() => void>()
  void loadOrReload(gone).then(over, over)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(over).not.toHaveBeenCalled()
})

test('a page that was loaded anew already is not loaded for ever', async () => {
  const reload = givenPage('reload')
  await expect(loadOrReload(gone)).rejects.toThrow('gone')
  expect(reload).not.toHaveBeenCalled()
})
