const texts = new WeakMap<Response, string>()

/** The answer with a page that was drawn as a whole. Its text is kept beside it: reading it back from a stream costs as much as a query. */
export function drawnDocument(text: string, init: ResponseInit): Response {
  const answer = new Response(text, init)
  texts.set(answer, text)
  return answer
}

export function drawnText(answer: Response): string | undefined {
  return texts.get(answer)
}
