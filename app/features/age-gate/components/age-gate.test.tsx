import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import Restricted, { meta } from '../routes/restricted.tsx'
import { AgeGate } from './age-gate.tsx'

const reason =
  'We&#x27;re sorry, but access to this website is restricted to individuals 18 years of age or older due to federal firearm regulations and state laws. Please return when you reach the legal age requirement.'

const gate = renderToStaticMarkup(<AgeGate next="/drops/outlaw?a=1&b=2" />)

test('without a script the gate is an open dialog with a form that knows where to go on', () => {
  expect(gate).toMatch(/<dialog open="" [^>]*closedby="none"/)
  expect(gate).toContain('action="/age-gate" method="post"')
  expect(gate).toContain('name="next" value="/drops/outlaw?a=1&amp;b=2"')
})

test('the words are those of the specification', () => {
  expect(gate).toMatch(/value="adult" name="answer">I am 18 years or older<\/button>/)
  expect(gate).toMatch(/value="minor" name="answer">I am under 18<\/button>/)
  expect(gate).toContain('>Access Restricted</h1>')
  expect(gate).toContain(reason)
  expect(gate).toMatch(/>I Understand<\/button>/)
})

test('the script comes before the dialog, and nothing is styled inline', () => {
  expect(gate.indexOf('<script>')).toBeGreaterThan(0)
  expect(gate.indexOf('<script')).toBeLessThan(gate.indexOf('<dialog'))
  expect(gate).not.toContain('<style')
})

test('the page for people under 18 needs no script, links away from the shop, and is not indexed', () => {
  const page = renderToStaticMarkup(<Restricted />)
  expect(page).toContain(reason)
  expect(page).toMatch(/<a [^>]*href="https:\/\/duckduckgo.com\/">I Understand<\/a>/)
  expect(page).not.toContain('<script')
  expect(meta()).toContainEqual({ name: 'robots', content: 'noindex' })
})
