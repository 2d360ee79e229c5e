import { data } from 'react-router'
import { tooManyWords } from './refused.ts'

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
