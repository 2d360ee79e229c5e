import { expect, test } from 'vitest'
import { itemClasses } from '#app/features/compliance/rules.ts'
import { unsetFacts } from '#app/facts/facts.ts'
import { letterText } from '#app/mail/letter.ts'
import { requestLetter } from '../mails.ts'
import { firearmFacts, shippingTermsWords, wordsFor } from '../words.ts'
import { firearmSheets } from './firearm-sheet.ts'

const line = {
  fulfillment: 'ffl_transfer',
  title: 'Build slot',
  detail: 'For build Z34ESVK8',
  itemClass: 'handgun' as const,
  firearm: { model: 'AR-9', caliber: '9×19 mm', barrel: '5.5 in', overall: '21 in' },
  returnedAt: null,
}
const factsOf = (more: Partial<Parameters<typeof firearmSheets>[0][number]>) =>
  Object.fromEntries(
    firearmSheets([{ ...line, ...more }]).flatMap((sheet) =>
      firearmFacts(sheet, 'Biscayne Arms Works LLC').map(({ label, value }) => [label, value]),
    ),
  )

test('a dealer reads class, forms, maker, model, caliber and barrel of a handgun, and of no NFA form', () => {
  expect(factsOf({})).toEqual({
    Firearm: 'Build slot, For build Z34ESVK8',
    Class: 'Handgun',
    Forms: 'No NFA form: Form 4473 and the background check with the buyer',
    Maker: 'Biscayne Arms Works LLC',
    Model: 'AR-9',
    Caliber: '9×19 mm',
    Barrel: '5.5 in',
    'Overall length': '21 in',
  })
})

test('each class says whether it takes Form 3 and Form 4', () => {
  for (const itemClass of itemClasses) {
    const isNfa = ['sbr', 'sbs', 'suppressor', 'aow'].includes(itemClass)
    const facts = factsOf({ itemClass })
    expect(facts.Forms).toMatch(isNfa ? /^Form 3 from us to you/ : /^No NFA form/)
    expect(facts.Class?.includes('NFA')).toBe(isNfa)
  }
})

test('missing facts are left out, and an unknown class counts as an NFA item', () => {
  const facts = factsOf({ itemClass: null, firearm: null })
  expect(Object.keys(facts)).toEqual(['Firearm', 'Class', 'Forms', 'Maker'])
  expect(facts.Forms).toMatch(/^Form 3/)
})

test('parcels and returned firearms are not on the sheet', () => {
  expect(firearmSheets([{ ...line, fulfillment: 'shipping' }])).toEqual([])
  expect(firearmSheets([{ ...line, returnedAt: new Date() }])).toEqual([])
})

test('the mail to the dealer says the same, and promises no Form 3 for a handgun', () => {
  const mail = (itemClass: 'handgun' | 'sbr') =>
    letterText(
      requestLetter(unsetFacts(), {
        orderId: 'TT9P6B5A9T',
        dealer: null,
        firearms: firearmSheets([{ ...line, itemClass }]),
        until: 'December 4',
        link: 'https://shop.test/dealers/answer/X',
        isReminder: false,
      }),
    )
  expect(mail('handgun')).toContain('Class: Handgun')
  expect(mail('handgun')).toContain('Caliber: 9×19 mm')
  expect(mail('handgun')).toContain(shippingTermsWords.plain)
  expect(mail('handgun')).not.toContain('special tax stamp')
  expect(mail('sbr')).toContain(shippingTermsWords.nfa)
  expect(wordsFor([{ isNfa: false }, { isNfa: true }])).toBe('nfa')
})
