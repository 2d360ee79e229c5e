import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { detailFields } from './field-order.ts'
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

test('a draft is restored for its own order, until it is cleared', () => {
  saveDraft('ORDER1', { over: 'nothing', typed })
  expect(readDraft('ORDER1', 'nothing')).toEqual(typed)
  expect(readDraft('ORDER2', 'nothing')).toEqual({})
  clearDraft('ORDER1')
  expect(stored.size).toBe(0)
})

test('newer server values win', () => {
  saveDraft('ORDER1', { over: 'nothing', typed })
  expect(readDraft('ORDER1', 'another name')).toEqual({})
})

test('invalid records and blocked storage give an empty draft', () => {
  for (const text of ['', '{', 'null', '{"over":"x"}', '{"over":"x","typed":{"name":1}}']) {
    stored.set('paco-checkout-ORDER1', text)
    expect(readDraft('ORDER1', 'x'), text).toEqual({})
  }
  const refuse = () => {
    throw new Error('SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  saveDraft('ORDER1', { over: 'x', typed })
  clearDraft('ORDER1')
  expect(readDraft('ORDER1', 'x')).toEqual({})
})

test('a draft has neither payment nor attestation', () => {
  expect(detailFields).not.toContain('paymentToken')
  expect(detailFields).not.toContain('attestation')
  expect(detailFields.join()).not.toMatch(/card|formKey|total/i)
})
