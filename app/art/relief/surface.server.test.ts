import { expect, test } from 'vitest'
import { channels } from './receiver.server.ts'

const frame = { x: 0, y: 0, width: 4, height: 1 }
const bar = (color: string, from: number, width: number) =>
  `<path fill="${color}" d="M${from} 0h${width}v1h${-width}z"/>`

test('layers add up: none hides another, and an empty one changes nothing', async () => {
  const layers = [bar('#f00', 0, 3), '', bar('#0f0', 1, 3), bar('#700', 3, 1) + bar('#00f', 2, 1)]
  const masks = await channels(layers, frame, 4, 1)
  expect(masks.map(({ values }) => Array.from(values, (value) => Math.round(value * 10) / 10))).toEqual([
    [1, 1, 1, 0.5],
    [0, 1, 1, 1],
    [0, 0, 1, 0],
  ])
})
