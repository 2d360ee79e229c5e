import { expect, test } from 'vitest'
import { turnDegrees } from '#app/art/relief/turn-views.ts'
import { numberSrc, parseReceiverFile, receiverSrcSet, turnViews } from './receiver-art.ts'

const pictures = { base: '/art/drops/test', version: 'v' }

test('reads the very files that pages ask for', () => {
  const names = [
    ...receiverSrcSet(pictures, 2, 'avif').split(', '),
    ...receiverSrcSet(pictures, 0, 'webp').split(', '),
    numberSrc(pictures, 1).replace('{}', '1000'),
  ].map((address) => address.replace(/^.*\/([^/?]+)\?.*$/, '$1'))
  expect(names.map(parseReceiverFile)).toEqual([
    { variant: 2, format: 'avif', part: 'whole', width: 640 },
    { variant: 2, format: 'avif', part: 'whole', width: 1280 },
    { variant: 0, format: 'webp', part: 'whole', width: 640 },
    { variant: 0, format: 'webp', part: 'whole', width: 1280 },
    { variant: 1, format: 'webp', part: { number: 1_000 } },
  ])
})

test('reads a file for each step of the turn, and none beyond its end', () => {
  const files = turnViews(pictures, 1).map(({ src }) => src.replace(/^.*\/([^/?]+)\?.*$/, '$1'))
  expect(files.map(parseReceiverFile)).toEqual(
    turnDegrees.map((degrees) => ({ variant: 1, format: 'webp', part: 'turn', degrees })),
  )
})

test.each([
  'turn-0-9.webp',
  'turn-0-4.avif',
  'turn-10-4.webp',
  'receiver-0-800.avif',
  'receiver-0-640.png',
  'number-0-0.webp',
  'number-0-10000.webp',
  'number-0-4.avif',
  'number-10-4.webp',
  'x/receiver-0-640.avif',
])('%s is not a file of ours', (file) => expect(parseReceiverFile(file)).toBeUndefined())
