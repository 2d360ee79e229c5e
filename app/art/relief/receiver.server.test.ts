import { expect, test } from 'vitest'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import {
  numberPlace,
  receiverFrame,
  receiverHeight,
  receiverWidth,
  type ReceiverSubject,
} from './receiver-frame.ts'
import { drawReceiver } from './receiver.server.ts'

const subject: ReceiverSubject = {
  art: { slug: 'test', theme: 'guerrilla', dropNumber: 4, total: 50 },
  engraved: { dropName: 'Test', total: 50 },
  build: STARTING_BUILDS.ar15,
  finish: 'Matte green-gray',
}

async function pixels(part: Parameters<typeof drawReceiver>[1], of = subject) {
  const { data, info } = await (await drawReceiver(of, part)).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function brightness(data: Buffer) {
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

test('the picture of a number fits on the close view without a seam, and differs for each number', {
  timeout: 60_000,
}, async () => {
  const [whole, four, five] = [
    await pixels('whole'),
    await pixels({ number: 4 }),
    await pixels({ number: 5 }),
  ]
  expect([whole.width, whole.height]).toEqual([receiverWidth, receiverHeight])
  expect(four.data.equals(five.data)).toBe(false)
  const scale = receiverWidth / receiverFrame.width
  const { x, y } = numberPlace('ar15')
  const [left, top] = [Math.round((x - receiverFrame.x) * scale), Math.round((y - receiverFrame.y) * scale)]
  // Its rim is untouched by any number: there the part and the view are the same metal in the same light.
  const rim = Array.from({ length: four.width }, (_, i) => i)
  const differences = rim.flatMap((i) =>
    [0, 1, 2].map((c) =>
      Math.abs((four.data[i * 3 + c] ?? 0) - (whole.data[(top * whole.width + left + i) * 3 + c] ?? 0)),
    ),
  )
  expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(4)
})

test('a coming run is dark except for a blade of light', { timeout: 60_000 }, async () => {
  const [lit, tease] = [
    await pixels({ number: 4 }),
    await pixels({ number: 4 }, { ...subject, isTease: true }),
  ]
  expect(brightness(tease.data)).toBeLessThan(brightness(lit.data) * 0.6)
})

test('a number is drawn alike whatever was engraved before it', { timeout: 60_000 }, async () => {
  const four = await pixels({ number: 4 })
  const five = await pixels({ number: 5 })
  expect(five.data.equals(four.data)).toBe(false)
  expect((await pixels({ number: 4 })).data.equals(four.data)).toBe(true)
})
