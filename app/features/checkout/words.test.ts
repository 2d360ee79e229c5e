import { expect, test } from 'vitest'
import { declineWords, holdBarWords } from './words.ts'

const why = 'The bank declined the card.'

test('after a decline the buyer reads what is still held, and until when once it cannot be extended', () => {
  expect(declineWords(why, 'number 7 is')).toBe(
    `${why} Nothing was charged, and number 7 is still held for you. You can try again.`,
  )
  expect(declineWords(null, 'number 7 and Bore Cable are', '3 PM')).toBe(
    'Your payment did not go through. Nothing was charged, and number 7 and Bore Cable are held for you until 3 PM. You can try again.',
  )
})

test('what is owed for something that the buyer has is not called held', () => {
  expect(declineWords(why, null, 'Dec 3')).toBe(`${why} Nothing was charged. You can try again until Dec 3.`)
  expect(declineWords(why, null)).toBe(`${why} Nothing was charged. You can try again.`)
})

test('the bar over the time left counts the items, and calls a seat a seat', () => {
  expect(holdBarWords('course_seat', 1)).toBe('Your seat is')
  expect(holdBarWords('accessory', 1)).toBe('Your item is')
  expect(holdBarWords('accessory', 2)).toBe('Your items are')
})
