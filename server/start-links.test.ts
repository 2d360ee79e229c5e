import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tellLink } from './start-links.ts'

const link = 'http://localhost:3000/staff/setup?key=secret'

function given(isTerminal: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'paco-links-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const said: string[] = []
  const file = join(dataDir, 'owner-link.txt')
  const tell = () =>
    tellLink(
      { dataDir, isTerminal, say: (sentence) => said.push(sentence) },
      'owner-link.txt',
      'Nobody runs it',
      link,
    )
  return { said, file, tell }
}

test('a terminal shows the link', () => {
  const { said, tell } = given(true)
  tell()
  expect(said).toEqual([`Nobody runs it: ${link}`])
})

test('where no file can be written the log shows the link: nobody would have it otherwise', () => {
  const { said, file, tell } = given(false)
  mkdirSync(join(file, 'in the way'), { recursive: true })
  tell()
  expect(said).toEqual([`Nobody runs it: ${link}`])
})

test('a log names the file of the link, which only its account reads', () => {
  const { said, file, tell } = given(false)
  writeFileSync(file, 'an earlier link', { mode: 0o644 })
  tell()
  expect(said).toEqual([`Nobody runs it. The link is in ${file}`])
  expect(readFileSync(file, 'utf8')).toBe(`${link}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
