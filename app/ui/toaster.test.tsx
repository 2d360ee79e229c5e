import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createToastQueue, toastDurationMs, toastLimit } from './toast-queue.ts'
import { Toasts } from './toaster.tsx'

test('the toast region is called Notifications and names its shortcut', () => {
  const html = renderToStaticMarkup(<Toasts toasts={[]} onDismiss={() => undefined} />)
  expect(html).toMatch(/role="region"[^>]*aria-label="Notifications"/)
  expect(html).toContain('aria-keyshortcuts="Alt+T"')
})

test('a failure is announced at once, anything else politely', () => {
  const html = renderToStaticMarkup(
    <Toasts
      toasts={[
        { id: 1, title: 'Added to waitlist!' },
        { id: 2, title: 'Error', description: 'Failed to join waitlist.', kind: 'destructive' },
      ]}
      onDismiss={() => undefined}
    />,
  )
  expect(html).toMatch(/aria-live="polite"(?:(?!<\/ol>).)*Added to waitlist!/)
  expect(html).toMatch(/aria-live="assertive"(?:(?!<\/ol>).)*Failed to join waitlist\./)
  expect(html).toContain('aria-label="Dismiss: Error"')
})

test('at most three are shown; the oldest makes room', () => {
  const queue = createToastQueue()
  for (const title of ['one', 'two', 'three', 'four']) queue.show({ title })
  expect(queue.read().map((toast) => toast.title)).toEqual(['two', 'three', 'four'])
  expect(queue.read()).toHaveLength(toastLimit)
})

test('dismissing removes a toast and notifies subscribers until they unsubscribe', () => {
  const queue = createToastQueue()
  let heard = 0
  const leave = queue.subscribe(() => heard++)
  queue.show({ title: 'one' })
  queue.dismiss(queue.read()[0]?.id ?? 0)
  expect(queue.read()).toEqual([])
  leave()
  queue.show({ title: 'two' })
  expect(heard).toBe(2)
})

test('toasts stay at least six seconds, failures ten, long texts longer', () => {
  expect(toastDurationMs({ title: 'Saved' })).toBe(6_000)
  expect(toastDurationMs({ title: 'Error', kind: 'destructive' })).toBe(10_000)
  expect(toastDurationMs({ title: 'Saved', description: 'x'.repeat(200) })).toBeGreaterThan(14_000)
})
