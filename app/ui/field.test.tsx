import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { CheckboxField, RadioGroup, SelectField, TextAreaField, TextField } from './field.tsx'
import { ErrorSummary } from './error-summary.tsx'

test('a field without an error has a label and no error text', () => {
  const html = renderToStaticMarkup(<TextField id="e" name="email" label="Email" type="email" required />)
  expect(html).toContain('<label class="field-label" for="e">Email</label>')
  expect(html).toMatch(/<input[^>]*type="email"/)
  expect(html).not.toContain('aria-invalid')
  expect(html).not.toContain('aria-describedby')
})

test('an error that names the contact page links to it', () => {
  const error = 'The item can’t go there. Write to us at /contact.'
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <TextField id="zip" name="zip" label="ZIP code" error={error} />
    </MemoryRouter>,
  )
  expect(html).toMatch(/Write to us at <a[^>]*href="\/contact"[^>]*>\/contact<\/a>\./)
})

test('an error and a hint describe the control, and what was typed stays', () => {
  const html = renderToStaticMarkup(
    <TextField
      id="e"
      name="email"
      label="Email"
      hint="We write once."
      error={['Enter an address with a domain, like name@example.com.', 'second']}
      defaultValue="jordan@example"
    />,
  )
  expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="e-error e-hint"/)
  expect(html).toMatch(/id="e-error">.*Enter an address with a domain/)
  expect(html).toContain('id="e-hint"')
  expect(html).toContain('value="jordan@example"')
  expect(html).not.toContain('second')
})

test('two fields of the same name on one page have different ids', () => {
  const html = renderToStaticMarkup(
    <>
      <TextField name="email" label="Email" />
      <TextField name="email" label="Email" />
    </>,
  )
  const ids = [...html.matchAll(/<input[^>]* id="([^"]+)"/g)].map((match) => match[1])
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(html).toContain(`for="${id}"`)
})

test('a textarea and a select keep their submitted value', () => {
  expect(renderToStaticMarkup(<TextAreaField name="m" label="Message" defaultValue="Hello" />)).toContain(
    '>Hello<',
  )
  const options = [
    { value: 'FL', label: 'Florida' },
    { value: 'TX', label: 'Texas' },
  ]
  const html = renderToStaticMarkup(
    <SelectField name="state" label="State" options={options} placeholder="Choose" defaultValue="TX" />,
  )
  expect(html).toContain('<option value="TX" selected="">Texas</option>')
  expect(html).toContain('<option value="">Choose</option>')
})

test('a radio group is one named group with its choice and its error', () => {
  const html = renderToStaticMarkup(
    <RadioGroup
      id="o"
      name="owner"
      label="Owner"
      options={[
        { value: 'trust', label: 'Trust' },
        { value: 'individual', label: 'Individual' },
      ]}
      defaultValue="trust"
      error="Choose one"
    />,
  )
  expect(html).toMatch(/<fieldset aria-invalid="true" aria-describedby="o-error" id="o" role="radiogroup"/)
  expect(html).toContain('<legend')
  expect(html).toMatch(/<input[^>]*name="owner"[^>]*checked=""[^>]*value="trust"/)
  expect(html).not.toMatch(/<input[^>]*checked=""[^>]*value="individual"/)
})

test('a checkbox is named by its label', () => {
  const html = renderToStaticMarkup(<CheckboxField id="t" name="text" label="Text me" defaultChecked />)
  expect(html).toMatch(
    /<label class="choice"><input[^>]*type="checkbox"[^>]*\/><span>Text me<\/span><\/label>/,
  )
  expect(html).toContain('checked=""')
})

test('the summary lists the first error of each field and leads to it', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary
      errors={{ email: ['Enter an email', 'more'], name: [], state: undefined }}
      ids={{ email: 'e' }}
    />,
  )
  expect(html).toContain('role="alert"')
  expect(html).toMatch(/<a [^>]*href="#e"[^>]*>Enter an email<\/a>/)
  expect(html.match(/<li>/g)).toHaveLength(1)
})

test('the summary links the contact page beside the link to the field', () => {
  const too = 'An invoice can hold two numbered items at most. Remove the others, or write to us at /contact.'
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ErrorSummary errors={{ form: [too], other: ['Write to us at /contact.'] }} ids={{ form: 'pay' }} />
    </MemoryRouter>,
  )
  expect(html).toMatch(/<a [^>]*href="#pay"[^>]*>An invoice can hold two numbered items at most\.<\/a>/)
  expect(html.match(/<a [^>]*href="\/contact"[^>]*>\/contact<\/a>\./g)).toHaveLength(2)
  expect(html).not.toContain('href="#other"')
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain(too)
})

test('without errors there is no summary', () => {
  expect(renderToStaticMarkup(<ErrorSummary errors={{}} />)).toBe('')
  expect(renderToStaticMarkup(<ErrorSummary errors={undefined} />)).toBe('')
})
