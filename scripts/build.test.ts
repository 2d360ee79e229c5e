import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { inOneByte } from './build.ts'

test('a source in letters of one byte says what it said', () => {
  const said = '{ curly: "Don’t", dash: /^[-–]$/.test("–"), face: `🙂 ${1}`, accent: "é" }'
  const source = inOneByte(said)
  expect(Array.from(source).every((letter) => letter <= '\u00ff')).toBe(true)
  const valueOf = (text: string) => JSON.stringify(runInNewContext(`(${text})`))
  expect(valueOf(source)).toBe(valueOf(said))
})
