/** Saved and never shown in the browser, where it would be a page of ours. No cache stores it. */
export function attachment(
  content: Uint8Array<ArrayBuffer>,
  { type, name }: { type: string; name: string },
): Response {
  return new Response(content, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
