import { createContext } from 'react'

export const SiteScript = createContext<{ module: string; imports: readonly string[] }>({
  module: '',
  imports: [],
})

/** From the entry instead of a loader: after a failed action the router runs no loader. */
export const Verified = createContext(false)

const texts = new WeakMap<Response, string>()

/** Its text is kept beside it for `server/document.ts`: written to a stream and read back it costs as much as a query. */
export function drawnDocument(text: string, init: ResponseInit): Response {
  const answer = new Response(null, init)
  texts.set(answer, text)
  return answer
}

export function drawnText(answer: Response): string | undefined {
  return texts.get(answer)
}
