import { data, isRouteErrorResponse } from 'react-router'

export type Missing = { title: string; text?: string; link?: { to: string; label: string } }

/** Throw this: the nearest error boundary shows the title with a 404. */
export function notFound(title: string, more: Omit<Missing, 'title'> = {}) {
  return data<Missing>({ title, ...more }, { status: 404 })
}

/** Throw this for something that existed and will not come back, such as a revoked private link: a 410. */
export function gone(title: string, more: Omit<Missing, 'title'> = {}) {
  return data<Missing>({ title, ...more }, { status: 410 })
}

export function missingWords(error: unknown): Missing | undefined {
  if (!isRouteErrorResponse(error) || ![403, 404, 410, 429].includes(error.status)) return undefined
  return isMissing(error.data) ? error.data : undefined
}

function isMissing(words: unknown): words is Missing {
  return typeof words === 'object' && words !== null && 'title' in words && typeof words.title === 'string'
}
