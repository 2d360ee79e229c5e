import { useRouteLoaderData } from 'react-router'

/** Facts about the page for machines. Stands in the page's content, so it reaches nobody who has not passed the gate. */
export function JsonLd({ data }: { data: object }) {
  const root = useRouteLoaderData<{ nonce: string | null }>('root')
  return (
    <script
      type="application/ld+json"
      nonce={root?.nonce ?? undefined}
      // Browsers hide a nonce from scripts, so the page would seem to differ from what the server wrote.
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- our own facts, escaped so that no text can end the script
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
