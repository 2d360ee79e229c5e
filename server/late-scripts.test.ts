import { expect, test } from 'vitest'
import { putOffScripts } from './late-scripts.ts'

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>' +
  '<body><button type="button">Open</button><script>window.before=1</script><script type="module" async="">import "/assets/a.js"</script></body></html>'

test('what starts a page becomes a text with its needs, and no module is fetched before it', () => {
  const put = putOffScripts(page)
  expect(put).not.toContain('<link rel="modulepreload"')
  expect(put).toContain(
    '<script type="late-module" data-needs="/assets/a.js /assets/b.js">import "/assets/a.js"</script><script>(',
  )
  expect(put).toContain('<script>window.before=1</script>')
})

test('what the script says is sent as it is, whatever signs it holds', () => {
  const put = putOffScripts(page.replace('import "/assets/a.js"', () => 'const a = "$& $1 $$"'))
  expect(put).toContain('const a = "$& $1 $$"</script>')
})

test('a page without script stays as it is', () => {
  const gate = '<html><body><script>ask()</script></body></html>'
  expect(putOffScripts(gate)).toBe(gate)
})
