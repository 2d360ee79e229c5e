/** An inline script of the gate. The content policy lets it run by its hash. */
export function GateScript({ source }: { source: string }) {
  return (
    <script
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- our own text, made from checked functions; nothing a visitor sent
      dangerouslySetInnerHTML={{ __html: source }}
    />
  )
}
