const texts = new WeakMap<Response, string>()

/**
 * The answer with a page that was drawn as a whole. Its text is kept beside it, and `server/document.ts` sends it: written to a stream
 * and read back it costs as much as a query.
 */
export function drawnDocument(text: string, init: ResponseInit): Response {
  const answer = new Response(null, init)
  texts.set(answer, text)
  return answer
}

export function drawnText(answer: Response): string | undefined {
  return texts.get(answer)
}
