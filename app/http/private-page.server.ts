import { data } from 'react-router'
import { tooManyWords } from './refused.ts'

/** Headers of every response to one visitor: not stored, and not indexed by search engines. */
export const privatePageHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' } as const

/** Whether cookies can be limited to https: the public URL of the shop says so. */
export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:')
}

/** Thrown when somebody has tried too many private links, right or wrong. */
export function tooManyTries(retryAfterSeconds: number) {
  const text = tooManyWords(retryAfterSeconds)
  return data(
    { title: 'Too Many Tries', text },
    { status: 429, statusText: text, headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
}
