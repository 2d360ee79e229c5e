import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ClaimSettings, claimFolder } from './folder-claim.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'paco-claim-'))
const fileOf = (dataDir: string) => join(dataDir, 'in-use-by')
const quick = { beatMs: 5, watchMs: 100 }

async function claim(dataDir: string, settings: ClaimSettings = {}) {
  const claimed = await claimFolder(dataDir, { ...quick, ...settings })
  onTestFinished(() => claimed.release())
  return claimed
}

test('one process owns the folder until it releases it', async () => {
  const dataDir = folder()
  const first = await claim(dataDir)
  await expect(claim(dataDir)).rejects.toThrow(`in use by process ${process.pid}. Stop`)
  first.release()
  expect(existsSync(fileOf(dataDir))).toBe(false)
  await claim(dataDir)
})

test('a claim of a dead process is taken over at once', async () => {
  const dataDir = folder()
  const first = await claim(dataDir)
  const left = { ...JSON.parse(readFileSync(fileOf(dataDir), 'utf8')), pid: 2 ** 22 + 1 }
  first.release()
  writeFileSync(fileOf(dataDir), JSON.stringify(left))
  const say = vi.fn<(sentence: string) => void>()
  await claim(dataDir, { say })
  expect(say).not.toHaveBeenCalled()
})

test('a reused process id is not the owner', async () => {
  const dataDir = folder()
  const first = await claim(dataDir)
  const left = { ...JSON.parse(readFileSync(fileOf(dataDir), 'utf8')), born: '1' }
  first.release()
  writeFileSync(fileOf(dataDir), JSON.stringify(left))
  await claim(dataDir)
  expect(readFileSync(fileOf(dataDir), 'utf8')).not.toContain('"born":"1"')
})

test('an owner in another container is detected by its heartbeat', async () => {
  const dataDir = folder()
  await claim(dataDir, { place: 'container one' })
  const say = vi.fn<(sentence: string) => void>()
  await expect(claim(dataDir, { place: 'container two', say, watchMs: 5_000 })).rejects.toThrow(
    'another container or machine',
  )
  expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Watching'))
})

test('a claim from another container without a heartbeat is taken over', async () => {
  const dataDir = folder()
  const dead = { id: 'one', pid: 1, born: '1', place: 'container one', host: 'one', beat: 9 }
  writeFileSync(fileOf(dataDir), JSON.stringify(dead))
  await claim(dataDir)
  expect(JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))).toMatchObject({ pid: process.pid })
})

test('an owner that was taken over releases the folder and does not claim it again', async () => {
  const dataDir = folder()
  const onLost = vi.fn<() => void>()
  const first = await claim(dataDir, { onLost })
  const other = { id: 'two', pid: 1, born: '1', place: 'container two', host: 'two', beat: 1 }
  writeFileSync(fileOf(dataDir), JSON.stringify(other))
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 10_000)
  first.release()
  expect(JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))).toEqual(other)
})

test('a deleted claim is written again', async () => {
  const dataDir = folder()
  const onLost = vi.fn<() => void>()
  await claim(dataDir, { onLost })
  rmSync(fileOf(dataDir))
  await vi.waitFor(() => expect(existsSync(fileOf(dataDir))).toBe(true), 10_000)
  expect(onLost).not.toHaveBeenCalled()
})

test('a truncated claim is never attributed to somebody', async () => {
  const dataDir = folder()
  writeFileSync(fileOf(dataDir), '{"id":"one","pid":1')
  await claim(dataDir)
  expect(readFileSync(fileOf(dataDir), 'utf8')).toContain(`"pid":${process.pid}`)
})
