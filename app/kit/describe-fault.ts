export type Fault = { fault: string; code?: string; at?: string }

/** No personal data: a failed query's message lists its parameters, `detail` is left out, and so are messages that quote values (SQLSTATE class 22). */
export function describeFault(error: unknown): Fault {
  if (!(error instanceof Error))
    return { fault: storable(hasMessage(error) ? error.message : 'No error, but something was thrown.') }
  if ('query' in error && 'params' in error)
    return error.cause ? describeFault(error.cause) : { fault: 'A query failed.', ...origin(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const quotesValue = 'severity' in error && code?.startsWith('22')
  return {
    fault: quotesValue ? 'The database refused a value.' : storable(`${error.name}: ${error.message}`),
    ...(code && { code }),
    ...origin(error),
  }
}

/** PostgreSQL stores no zero characters, and its JSON no half of a surrogate pair. */
function storable(message: string): string {
  return message.toWellFormed().replaceAll('\0', '')
}

/** The innermost frames of the stack. Its first lines repeat the message, which may span several. */
function origin(error: Error): { at?: string } {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return frames.length
    ? {
        at: frames
          .slice(0, 6)
          .map((frame) => frame.trim())
          .join(' < '),
      }
    : {}
}

function hasMessage(error: unknown): error is { message: string } {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  )
}
