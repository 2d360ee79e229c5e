import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

test('a dialog in the server’s HTML has no region of messages: the page’s own is in reach', () => {
  const html = renderToStaticMarkup(<Dialog open onClose={() => undefined} title="Notify me" />)
  expect(html).toContain('<dialog')
  expect(html).not.toContain('Notifications')
})
