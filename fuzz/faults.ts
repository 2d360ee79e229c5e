// What must not be true of any answer, whatever was sent.
import type { Answer, Request } from './client.ts'

/** Text that a page must never repeat without escaping it. */
export const marker = `zq<'">x`

/** One request may hold up everybody else in its process: far more than an answer takes with several of them at once. */
const slowMs = 5_000

/**
 * A line of a stack trace. Its lengths are bounded: an answer repeats what was sent, and over a hundred thousand line
 * breaks a pattern without bounds takes seconds, in which this process reads no other answer either.
 */
const stackLine = /^[ \t]{1,20}at .{1,500}:\d{1,9}:\d/m

/** Addresses that show something of one visitor: whatever they answer, nobody may keep it. */
const ofOneVisitor =
  /^\/(cart|checkout|orders|mailbox|dealers\/answer|privacy\/requests|subscriptions\/(confirm|preferences|unsubscribe)|ccw-training\/offers|build\/submitted|staff)(\/|\.data|$)/

/** Everything that is wrong with an answer, in words. `folders` are places on the shop's disk that no answer may name. */
export function faultsOf({ method, path }: Request, answer: Answer, folders: readonly string[]): string[] {
  const { status, headers, text, broken, ms } = answer
  if (status === -1) return [] // never sent
  if (broken !== undefined) return [`no whole answer: ${broken}`]
  const type = headers['content-type'] ?? ''
  const caching = headers['cache-control'] ?? ''
  return [
    status >= 500 && `status ${status}`,
    ms > slowMs && `an answer after more than ${slowMs / 1_000} s`,
    stackLine.test(text) && 'a stack trace',
    (/node_modules\/|file:\/\/\//.test(text) || folders.some((folder) => text.includes(folder))) &&
      'a path on the disk of the shop',
    /html|xml/.test(type) && text.includes(marker.slice(0, 3)) && 'the marker without escaping',
    status < 400 &&
      headers['set-cookie'] &&
      /public|s-maxage/.test(caching) &&
      'a cookie that may be kept for others',
    isPrivate(method, path, status) &&
      !caching.includes('no-store') &&
      `${status} of a private page without no-store`,
  ].filter((fault) => typeof fault === 'string')
}

/** What is refused before anybody looks at the address says nothing of it. */
const refusedUnseen = [400, 405, 413, 414, 415, 431]

function isPrivate(method: string, path: string, status: number): boolean {
  const isRead = ['GET', 'HEAD', 'POST'].includes(method) && !refusedUnseen.includes(status)
  return isRead && status < 500 && ofOneVisitor.test(new URL(path, 'http://shop.test').pathname)
}
