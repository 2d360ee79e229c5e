import { data } from 'react-router'
import { tooManyWords } from './refused.ts'

export const privatePageHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' } as const

export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:')
}

export function tooManyTries(retryAfterSeconds: number) {
  const text = tooManyWords(retryAfterSeconds)
  return data(
    { title: 'Too Many Tries', text },
    { status: 429, statusText: text, headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
}
