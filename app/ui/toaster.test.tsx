import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toastDurationMs } from './toast-rules.ts'
import { Toaster, ToastMark } from './toaster.tsx'

test('the toast region is called Notifications, names its shortcut, and has a list that waits and one that interrupts', () => {
  const html = renderToStaticMarkup(<Toaster />)
  expect(html).toMatch(/role="region"[^>]*aria-label="Notifications"/)
  expect(html).toContain('aria-keyshortcuts="Alt+T"')
  expect(html).toMatch(/<ol[^>]*aria-live="polite".*<ol[^>]*aria-live="assertive"/)
})

test('a toast that a page comes with is written into it, and not shown without script', () => {
  const html = renderToStaticMarkup(<ToastMark title="Added to waitlist!" />)
  expect(html).toMatch(/<div hidden=""[^>]*data-toast="{&quot;title&quot;:&quot;Added to waitlist!&quot;}"/)
})

test('toasts stay at least six seconds, failures ten, long texts longer', () => {
  expect(toastDurationMs({ title: 'Saved' })).toBe(6_000)
  expect(toastDurationMs({ title: 'Error', kind: 'destructive' })).toBe(10_000)
  expect(toastDurationMs({ title: 'Saved', description: 'x'.repeat(200) })).toBeGreaterThan(14_000)
})
