import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { gone, missingWords, notFound } from './not-found.ts'

const vault = { text: 'It has been removed.', link: { to: '/drops/vault', label: 'Back to Vault' } }

test('a missing item is a 404 with its words, a revoked one a 410', () => {
  expect(notFound('Drop Not Found', vault)).toMatchObject({
    data: { title: 'Drop Not Found', ...vault },
    init: { status: 404 },
  })
  expect(gone('Link Revoked')).toMatchObject({ data: { title: 'Link Revoked' }, init: { status: 410 } })
})

test('an error boundary reads the words back', () => {
  const { data } = notFound('Drop Not Found', vault)
  expect(missingWords(new ErrorResponse(404, 'Not Found', data))).toEqual(data)
})

test('other errors carry no such words', () => {
  expect(
    missingWords(new ErrorResponse(404, 'Not Found', 'Error: No route matches URL "/x"')),
  ).toBeUndefined()
  expect(missingWords(new ErrorResponse(500, 'Server Error', { title: 'x' }))).toBeUndefined()
  expect(missingWords(new Error('x'))).toBeUndefined()
})
