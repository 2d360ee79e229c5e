import { data } from 'react-router'
import { tooManyWords } from './refused.ts'

/** What every answer to one visitor carries: nobody keeps it, and no search engine lists it. */
export const privatePageHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' } as const

/** Whether cookies may be kept to https: the address people reach the shop at says so. */
export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:')
}

/** What is thrown at somebody who has tried too many private links, right or wrong. */
export function tooManyTries(retryAfterSeconds: number) {
  const text = tooManyWords(retryAfterSeconds)
  return data(
    { title: 'Too Many Tries', text },
    { status: 429, statusText: text, headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
}
