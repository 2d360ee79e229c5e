/** Progress is from 0 to 1. `undefined` because the network failed or a page was answered. Stops when `signal` aborts. */
export function sendWithProgress<Answer>(
  path: string,
  form: FormData,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    // fetch cannot say how much of a body has left.
    const sending = new XMLHttpRequest()
    signal.addEventListener('abort', () => sending.abort())
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    sending.addEventListener('error', () => resolve(undefined))
    sending.addEventListener('load', () => resolve(parseAnswer(sending.responseText) as Answer | undefined))
    sending.open('POST', path)
    sending.send(form)
  })
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a page: the session ended, or a proxy answered
  }
}
