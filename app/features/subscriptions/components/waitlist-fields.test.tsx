import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WaitlistFields } from './waitlist-fields.tsx'

const plain = { button: 'Join the Waitlist', busy: false, errors: {} }

test('a waitlist form has name, email, consent and its list', () => {
  const html = renderToStaticMarkup(<WaitlistFields {...plain} topic="drop:guerrilla-vol-1" />)
  expect(html).toContain('placeholder="Your full name"')
  expect(html).toMatch(/<input[^>]*type="email"[^>]*name="email"/)
  expect(html).toContain('One email when this drop opens.')
  expect(html).toContain('<input type="hidden" name="topic" value="drop:guerrilla-vol-1"/>')
  expect(html).toContain('<input type="hidden" name="consent" value="2026-11.2"/>')
})

test('a newsletter asks for no name', () => {
  const html = renderToStaticMarkup(<WaitlistFields {...plain} topic="newsletter" />)
  expect(html).not.toContain('name="name"')
})

test('the input stays, and errors are beside their fields', () => {
  const errors = {
    email: ['Enter an address with a domain, like name@example.com'],
    form: ['Too many tries.'],
  }
  const given = { name: 'Jordan', email: 'jordan@example' }
  const html = renderToStaticMarkup(
    <WaitlistFields {...plain} errors={errors} given={given} topic="platform:vector" />,
  )
  expect(html).toContain('value="Jordan"')
  expect(html).toContain('value="jordan@example"')
  expect(html).toMatch(/aria-invalid="true"[^>]*aria-describedby="[^"]+-error"/)
  expect(html).toMatch(/role="alert"[^>]*>Too many tries\./)
})

test('while it is sent the button says so', () => {
  const html = renderToStaticMarkup(<WaitlistFields {...plain} busy topic="drop:x" />)
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('Joining...')
})
