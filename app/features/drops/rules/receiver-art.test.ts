import { expect, test } from 'vitest'
import { parseReceiverFile, receiverSrcSet } from './art.ts'

const pictures = { base: '/art/drops/test', version: 'v' }

test('reads the very files that pages ask for', () => {
  const names = [
    ...receiverSrcSet(pictures, 2, 'avif').split(', '),
    ...receiverSrcSet(pictures, 0, 'webp').split(', '),
  ].map((address) => address.replace(/^.*\/([^/?]+)\?.*$/, '$1'))
  expect(names.map(parseReceiverFile)).toEqual([
    { variant: 2, format: 'avif', width: 640 },
    { variant: 2, format: 'avif', width: 1280 },
    { variant: 0, format: 'webp', width: 640 },
    { variant: 0, format: 'webp', width: 1280 },
  ])
})

test.each(['receiver-0-800.avif', 'receiver-0-640.png', 'receiver-10-640.avif', 'x/receiver-0-640.avif'])(
  '%s is not a file of ours',
  (file) => expect(parseReceiverFile(file)).toBeUndefined(),
)
