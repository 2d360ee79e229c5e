/** Part of the page's content, so nobody reads it before the age gate. Only what the server sends is read: in the browser `data` may be empty. */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- our own facts, escaped so that no text can end the script
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
