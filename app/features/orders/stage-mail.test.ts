import { expect, test } from 'vitest'
import { letterText } from '#app/mail/letter.ts'
import { stageLetter } from './mails/stage.server.ts'

const plate = {
  dropName: 'Noir',
  dropNumber: 3,
  unitNumber: 7,
  total: 60,
  theme: 'noir',
  path: '/drops/noir',
}
const props = {
  orderId: '7KQ2M94T3B',
  title: 'Noir',
  detail: 'Number 7',
  plate,
  kind: 'drop_unit',
  count: 1,
  itemClass: 'sbr',
  offered: [],
  link: 'https://example.com/orders/7KQ2M94T3B/link/x',
} as const

test('whoever’s reservation went back is mailed from where, why, and what to do now', () => {
  const back = { from: 'form4_filed', reason: 'The fingerprints could not be read' } as const
  const letter = stageLetter({ ...props, stage: 'at_dealer', back })
  const text = letterText(letter)
  expect(letter.subject).toContain('Back to “At your dealer”: Noir')
  expect(text).toContain(
    'Your reservation went back from “Form 4 filed” to “At your dealer”. Why: The fingerprints could not be read',
  )
  expect(text).not.toContain('It has arrived.')
})

test('the buyer of a picked-up number is mailed the link to its certificate', () => {
  const text = letterText(stageLetter({ ...props, stage: 'picked_up' }))
  expect(text).toContain('The code of your numbered certificate is on your order page.')
  expect(text).toContain(props.link)
  expect(letterText(stageLetter({ ...props, stage: 'form4_approved' }))).not.toContain('certificate')
  expect(letterText(stageLetter({ ...props, plate: null, stage: 'picked_up' }))).not.toContain('certificate')
})
