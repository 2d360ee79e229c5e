import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, saveDraft, readDraft } from './form-draft.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const typed = { name: 'Jordan Buyer', state: 'FL' }

test('a draft is restored for its own form, until it is cleared', () => {
  saveDraft('form-1', { over: 'nothing', typed })
  expect(readDraft('form-1', 'nothing')).toEqual(typed)
  expect(readDraft('form-2', 'nothing')).toEqual({})
  clearDraft('form-1')
  expect(stored.size).toBe(0)
})

test('newer server values win', () => {
  saveDraft('form-1', { over: 'nothing', typed })
  expect(readDraft('form-1', 'another name')).toEqual({})
})

test('invalid records and blocked storage give an empty draft', () => {
  for (const text of ['', '{', 'null', '{"over":"x"}', '{"over":"x","typed":{"name":1}}']) {
    stored.set('form-1', text)
    expect(readDraft('form-1', 'x'), text).toEqual({})
  }
  const refuse = () => {
    throw new Error('SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  saveDraft('form-1', { over: 'x', typed })
  clearDraft('form-1')
  expect(readDraft('form-1', 'x')).toEqual({})
})
